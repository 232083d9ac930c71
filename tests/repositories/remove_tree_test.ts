import assert from "node:assert/strict";
import { join } from "node:path";
import { removeTree } from "../../services/machine/repositories/mod.ts";
import { temporaryDirectory } from "../temporary.ts";

Deno.test("removeTree() changes nothing behind a link that takes the place of a directory meanwhile", async () => {
  const directory = temporaryDirectory();
  const [tree, outside] = [join(directory, "tree"), join(directory, "outside")];
  Deno.mkdirSync(join(tree, "inner"), { recursive: true });
  Deno.mkdirSync(outside);
  Deno.chmodSync(outside, 0o755);
  const { remove, readDir } = Deno;
  Deno.remove = () => {
    Deno.remove = remove;
    return Promise.reject(new Deno.errors.PermissionDenied());
  };
  Deno.readDir = async function* (path) {
    for await (const entry of readDir(path)) {
      if (entry.name === "inner") {
        Deno.removeSync(join(tree, "inner"));
        Deno.symlinkSync(outside, join(tree, "inner"));
      }
      yield entry;
    }
  };
  try {
    await removeTree(tree);
  } finally {
    Object.assign(Deno, { remove, readDir });
  }
  assert.equal(Deno.statSync(outside).mode! & 0o777, 0o755);
  assert.deepEqual([...Deno.readDirSync(directory)].map(({ name }) => name), ["outside"]);
});

Deno.test("removeTree() removes directories that may be neither written nor read", async () => {
  const tree = temporaryDirectory();
  Deno.mkdirSync(join(tree, "a/b"), { recursive: true });
  Deno.writeTextFileSync(join(tree, "a/b/c.txt"), "c");
  for (const path of ["a/b", "a"]) Deno.chmodSync(join(tree, path), 0);
  await removeTree(tree);
  await assert.rejects(Deno.lstat(tree), Deno.errors.NotFound);
});
