import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";

Deno.test("files that a sparse checkout leaves out are not deleted ones; deleted and changed files are named", async () => {
  using repository = TestRepository.make({ "a.txt": "a\n", "kept/b.txt": "b\n", "away/c.txt": "c\n" });
  repository.git("update-index", "--refresh"); // it is a copy, and git leaves what it has not looked at
  repository.git("sparse-checkout", "set", "kept");
  assert.deepEqual([repository.exists("kept/b.txt"), repository.exists("away/c.txt")], [true, false]);
  await using h = await harness();
  const status = async () => {
    const { clean, items } = await h.operator("GET /shell/git-status", { query: { path: repository.root } });
    return { clean, items: items.map(({ path, change }) => [path, change]) };
  };
  assert.deepEqual(await status(), { clean: true, items: [] });
  Deno.removeSync(`${repository.root}/kept/b.txt`);
  repository.write({ "a.txt": "mine\n", "new.txt": "new\n" });
  const items = [["a.txt", "modified"], ["kept/b.txt", "deleted"], ["new.txt", "added"]];
  assert.deepEqual(await status(), { clean: false, items });
  repository.git("sparse-checkout", "set", "kept", "--sparse-index");
  assert.deepEqual(await status(), { clean: false, items });
});
