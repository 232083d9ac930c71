import assert from "node:assert/strict";
import { PACKAGES, packagesWithout, readInstallArguments } from "../debian.ts";
import { PROGRAM, SOURCES } from "./sources.ts";

Deno.test("every package that a test tells somebody to install is one that deno task test:programs installs", () => {
  const named = SOURCES.filter(({ path }) => path.startsWith("tests/")).flatMap(({ path, text }) =>
    [...text.matchAll(/apt(?:-get)? install ([a-z][a-z0-9+.-]*[a-z0-9])/g)].map(([, name]) => ({
      path,
      name,
    }))
  );
  assert.ok(named.length > 1, "none was found");
  const known: readonly string[] = Object.values(PACKAGES).flat();
  assert.deepEqual(named.filter(({ name }) => !known.includes(name!)), []);
});

Deno.test("packagesWithout: names each missing package once, and none whose programs are all there", () => {
  assert.deepEqual(packagesWithout(() => true), []);
  assert.deepEqual(packagesWithout((program) => program !== "tmux"), ["tmux"]);
  const all = packagesWithout(() => false);
  assert.deepEqual(all.toSorted(), [...new Set(Object.values(PACKAGES).flat())].toSorted());
});

Deno.test("deno task test:programs installs only where it is told to, and refuses what it does not know", () => {
  assert.equal(readInstallArguments([]), "list");
  assert.equal(readInstallArguments(["--", "--install"]), "install");
  for (const args of [["--dry"], ["install"], ["--install", "--dry"], ["tmux"]]) {
    assert.equal(readInstallArguments(args), null);
  }
});

Deno.test("no source of the program names the browser from npm, which the tests alone use", () => {
  const naming = (sources: typeof SOURCES) =>
    sources.filter(({ text }) => text.includes("@sparticuz/chromium")).map(({ path }) => path);
  assert.deepEqual(naming(PROGRAM), []);
  assert.ok(naming(SOURCES).includes("tests/browser/npm_chromium.ts"), "the control");
});
