import assert from "node:assert/strict";
import { join } from "node:path";
import { cachedPackages } from "../../bench/first_command.ts";
import { temporaryDirectory } from "../temporary.ts";

Deno.test("bench:first counts each version of a package, also of one with a scope, and the bytes of all files", () => {
  const npm = temporaryDirectory();
  try {
    for (const path of ["one/1.0.0/dist", "one/2.0.0", "@scope/two/1.0.0"]) {
      Deno.mkdirSync(join(npm, "registry", path), { recursive: true });
      Deno.writeTextFileSync(join(npm, "registry", path, "package.json"), "{}");
    }
    assert.deepEqual(cachedPackages(npm), { packages: 3, bytes: 6 });
  } finally {
    Deno.removeSync(npm, { recursive: true });
  }
});
