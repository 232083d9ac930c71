import assert from "node:assert/strict";
import { join } from "node:path";
import { bundle } from "../../packaging/bundle.ts";
import { compile } from "../../packaging/compile.ts";
import { requirePostponed } from "../../packaging/postpone.ts";
import { permissionsOn, WORKER_ENTRIES } from "../../packaging/program.ts";
import { PROGRAM } from "../checks/sources.ts";
import { ROOT } from "../kit/root.ts";
import { denoDirectory } from "../kit/deno_directory.ts";
import { temporaryDirectory } from "../temporary.ts";

Deno.test("packaging/program.ts names every file that the program starts as a worker", () => {
  const started = PROGRAM.flatMap(({ path, text }) =>
    [...text.matchAll(/import\.meta\.resolve\("(\.[^"]+)"\)/g)].map((match) =>
      new URL(match[1]!, `file:///${path}`).pathname.slice(1)
    )
  );
  assert.deepEqual([...new Set(started)].sort(), [...WORKER_ENTRIES].sort());
});

Deno.test("a package that lost what is loaded later is not made, and the sentence names the source", async () => {
  await assert.rejects(
    requirePostponed(["./app-ABCD1234.js"]),
    /The bundle does not load services\/machine\/repositories\/mod\.ts later, as the sources do\./,
  );
});

Deno.test("nothing is imported by a computed name, which no bundler could follow", () => {
  const computed = PROGRAM.filter(({ text }) => /\bimport\((?!\s*["'])/.test(text)).map(({ path }) => path);
  assert.deepEqual(computed, ["packaging/postpone.ts"]);
});

Deno.test("bundle() makes plain files that need nothing beside them, and name no place of this machine", async () => {
  const directory = temporaryDirectory();
  await bundle(directory);
  const contents = (directory: string): Record<string, string> => {
    const found: Record<string, string> = {};
    const walk = (below: string) => {
      for (const { name, isDirectory } of Deno.readDirSync(join(directory, below))) {
        const path = join(below, name);
        if (isDirectory) walk(path);
        else found[path] = Deno.readTextFileSync(join(directory, path));
      }
    };
    walk("");
    return found;
  };
  const files = contents(directory);
  const cache = await denoDirectory();
  for (const [path, text] of Object.entries(files)) {
    assert.ok(!text.includes(ROOT), `${path} holds the path of this checkout`);
    assert.ok(!text.includes(`${cache}/npm`) && !/\/npm\/[\w.]+\/(?:@[\w-]+\/)?[\w-]+\/\d/.test(text), path);
    if (!path.endsWith(".js")) continue;
    const imports =
      /^(?:import|export)[^"'\n]* from ?"([^"]+)"|(?<!["'`\w.])import\((?:String\()?"([^"]+)"/gm;
    for (const [, fixed, later] of text.matchAll(imports)) {
      const from = fixed ?? later;
      assert.match(from!, /^(?:\.|\/assets\/|node:)/, `${path} imports ${from}`);
    }
  }
  const scripts = Object.entries(files).filter(([path]) => /^(?!dist\/).*\.js$/.test(path)).map(([, text]) =>
    text
  );
  assert.ok(scripts.some((text) => /\bimport\(String\("\.\//.test(text)), "nothing is loaded later");
  assert.ok(!scripts.some((text) => /\bimport\("\.|from ?"node:module"/.test(text)), "all is read ahead");
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("deno task compile embeds the program, its workers and its build; a base that cannot be had is one clear sentence", async () => {
  const directory = temporaryDirectory();
  const output = join(directory, "agent-harness");
  const before = Deno.env.get("DENORT_BIN");
  try {
    // Deno itself stands in for the base: the pipeline is the same, only the outcome does not start as the program.
    Deno.env.set("DENORT_BIN", Deno.realPathSync(Deno.execPath()));
    Deno.writeTextFileSync(output, "a former one");
    assert.deepEqual(await compile(["--output", output]), [output]);
    const text = new TextDecoder("latin1").decode(Deno.readFileSync(output));
    for (const entry of WORKER_ENTRIES) {
      assert.ok(text.includes(entry.replace(/^.*\/(.*)\.ts$/, "$1.js")), entry);
    }
    assert.match(text, /"builtAt": "\d{4}-/);
    Deno.env.set("DENORT_BIN", join(directory, "no-such-base"));
    await assert.rejects(
      compile(["--output", output]),
      /could not be fetched.*DENORT_BIN.*compile:portable/s,
    );
    assert.deepEqual([...Deno.readDirSync(directory)].map(({ name }) => name).sort(), [
      "agent-harness",
      "agent-harness.cdx.json",
    ]);
  } finally {
    if (before === undefined) Deno.env.delete("DENORT_BIN");
    else Deno.env.set("DENORT_BIN", before);
  }
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("deno task compile refuses targets and options that there are not, and names those that there are", async () => {
  await assert.rejects(compile(["--target", "amiga"]), /There are: linux-x64, linux-arm64, macos-x64/);
  await assert.rejects(compile(["--target", "all", "--output", "x"]), /one target/);
  await assert.rejects(compile(["--targets", "all"]), /"--targets" is not an option/);
  await assert.rejects(compile(["--target"]), /needs a value/);
});

Deno.test("permissionsOn() is everything only where /proc needs it", () => {
  assert.deepEqual(permissionsOn("linux"), ["--allow-all", "--unstable-cron"]);
  for (const system of ["darwin", "windows"]) {
    assert.ok(!permissionsOn(system).some((each) => /all$|ffi|import/.test(each)), system);
  }
});
