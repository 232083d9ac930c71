import assert from "node:assert/strict";
import { join } from "node:path";
import { readAdvisories } from "../../packaging/packages/advisories.ts";
import { PackageCache } from "../../packaging/packages/cache.ts";
import { describePackages } from "../../packaging/packages/list.ts";
import { readLock, withNeeds } from "../../packaging/packages/lock.ts";
import { ROOT } from "../kit/root.ts";
import config from "../../deno.json" with { type: "json" };
import { temporaryDirectory } from "../temporary.ts";

const LOCK = {
  version: "5",
  workspace: { dependencies: ["npm:large@1.0.0"] },
  npm: {
    "large@1.0.0_small@2.0.0": { integrity: "sha512-AA==", dependencies: ["small@2.0.0", "@a/b"] },
    "small@1.0.0": { integrity: "sha512-AA==" },
    "small@2.0.0": { integrity: "sha512-AA==", scripts: true },
    "@a/b@3.0.0": { integrity: "sha512-AA==", optionalDependencies: ["other@npm:small@1.0.0"] },
  },
};

const MANIFESTS: Record<string, unknown> = {
  "large/1.0.0": { license: "MIT" },
  "small/1.0.0": { licenses: [{ type: "MIT" }, { type: "ISC" }] },
  "small/2.0.0": { license: { type: "ISC" }, scripts: { postinstall: "node x.js", test: "x" } },
  "@a/b/3.0.0": {},
};

/** Deno's cache with these packages. */
async function cached(): Promise<{ cache: PackageCache; directory: string }> {
  const directory = temporaryDirectory();
  for (const [path, manifest] of Object.entries(MANIFESTS)) {
    const own = join(directory, "registry.example", path);
    await Deno.mkdir(own, { recursive: true });
    await Deno.writeTextFile(join(own, "package.json"), JSON.stringify(manifest));
    if (path.startsWith("@")) await Deno.writeTextFile(join(own, "LICENSE.md"), "\nBSD, or so\n\nMore\n");
  }
  return { cache: PackageCache.at(directory), directory };
}

Deno.test("readLock: a version has one entry with all that it needs, whichever peers it was resolved with", () => {
  const packages = readLock(JSON.stringify(LOCK));
  assert.deepEqual(packages.map(({ id, needs }) => [id, needs]), [
    ["large@1.0.0", ["@a/b@3.0.0", "small@2.0.0"]],
    ["small@1.0.0", []],
    ["small@2.0.0", []],
    ["@a/b@3.0.0", ["small@1.0.0"]],
  ]);
  assert.deepEqual([...withNeeds(["@a/b@3.0.0"], packages)], ["@a/b@3.0.0", "small@1.0.0"]);
  assert.throws(() => readLock('{"version":"6","npm":{}}'), /another format than this program reads/);
});

Deno.test("describePackages: a shipped package has its licence, who needs it, and whether it would run a script", async () => {
  const { cache, directory } = await cached();
  const ever = {
    id: "OSV-1",
    affected: [{
      package: { ecosystem: "npm", name: "small" },
      ranges: [{ type: "SEMVER", events: [{ introduced: "0" }] }],
    }],
  };
  await Deno.writeTextFile(join(directory, "osv.json"), JSON.stringify([ever]));
  const advisories = await readAdvisories(join(directory, "osv.json"));
  const shipped = new Set(["large@1.0.0", "small@2.0.0", "@a/b@3.0.0"]);
  const list = describePackages(shipped, readLock(JSON.stringify(LOCK)), cache, advisories);
  assert.deepEqual(list.lines, [
    "large 1.0.0  MIT                       directly",
    "small 2.0.0  ISC                       through large  INSTALL SCRIPT (install, postinstall)",
    "@a/b 3.0.0   BSD, or so (NOT ALLOWED)  through large",
    "3 packages are in the program, 4 in deno.lock.",
    "OSV-1  small 1.0.0 (tests only)",
    "OSV-1  small 2.0.0",
    "Advisories that were read: 1. Versions in deno.lock that they concern: 2.",
  ]);
  assert.equal(list.concerned, 2);
  assert.equal(
    describePackages(shipped, readLock(JSON.stringify(LOCK)), cache, []).concerned,
    0,
    "the control",
  );
  await Deno.remove(directory, { recursive: true });
});

Deno.test("deno task packages ends with 1 if an advisory concerns a locked version, and says which", async () => {
  const directory = temporaryDirectory();
  const file = join(directory, "one.json");
  const affected = [{
    package: { ecosystem: "npm", name: "zod" },
    versions: [config.imports.zod.split("@").at(-1)],
  }];
  await Deno.writeTextFile(file, JSON.stringify({ id: "OSV-1", summary: "It is named here.", affected }));
  const listing = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "packaging/packages/list.ts", "--advisories", file],
    cwd: ROOT,
  });
  const { code, stdout } = await listing.output();
  const text = new TextDecoder().decode(stdout);
  assert.equal(code, 1);
  assert.match(text, /^zod [\d.]+ +MIT +directly/m);
  assert.match(text, /^OSV-1 {2}zod [\d.]+ {2}It is named here\.$/m);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("PackageCache: a package that was not downloaded is named in a sentence", async () => {
  const { cache, directory } = await cached();
  assert.throws(
    () => cache.read({ name: "small", version: "9.0.0" }),
    /small 9\.0\.0 is not in Deno's cache\. Run `deno install`/,
  );
  await Deno.remove(directory, { recursive: true });
});
