import assert from "node:assert/strict";
import { locateRepository, openControl } from "../../services/machine/repositories/mod.ts";
import { permissionFor } from "../../services/execution/commands/permissions.ts";
import { TestRepository } from "../git.ts";
import { temporaryDirectory } from "../temporary.ts";

Deno.test("permissionFor() covers the files that a command names in a directory and by a name with any kind of space", async () => {
  using repository = TestRepository.make({
    "a\nb/run.sh": "1",
    "run.sh": "2",
    "new\nline.sh": "3",
    "sub/x\ny.txt": "4",
    "a\u00a0b.sh": "5",
    "c\u00a0d/e.sh": "6",
  });
  const storage = temporaryDirectory();
  const control = await openControl(await locateRepository(repository.root, storage), storage);
  const treeish = repository.git("rev-parse", "HEAD").trim();
  const paths = async (command: string, directory = "") =>
    (await permissionFor(control, { repositoryId: "r", treeish, directory }, command)).files
      .map(({ path }) => path).toSorted();
  assert.deepEqual(await paths("sh run.sh", "a\nb"), ["a\nb/run.sh", "run.sh"]);
  assert.deepEqual(await paths("sh 'new\nline.sh'"), ["new\nline.sh"]);
  assert.deepEqual(await paths("cat sub/x*"), ["sub/x\ny.txt"]);
  for (const missing of ["no\nsuch.sh", "\0"]) {
    assert.deepEqual(await paths(`sh '${missing}' run.sh`), ["run.sh"]);
  }
  assert.deepEqual(await paths("sh a\u00a0b.sh"), ["a\u00a0b.sh"]);
  assert.deepEqual(await paths("cat c\u00a0d/*.sh"), ["c\u00a0d/e.sh"]);
});
