import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";

// git tells a changed file from an unchanged one by its size and the second of its last change; a file as old as the index
// is compared in full. An index that was copied is younger than it should be: then such an edit would be lost.
for (const [how, setup] of [["", undefined], [" after a setup", { command: "true" }]] as const) {
  Deno.test(`an edit in the second of the checkout that keeps a file's size is in the bundle, however late it is captured${how}`, async () => {
    using repository = TestRepository.make({ "a.txt": "old\n", "b.txt": "old\n" });
    await using h = await harness({ workers: 2 });
    const request = "run echo new > a.txt; sleep 1.1; echo new > b.txt";
    const body = { request, repoPath: repository.root, ...(setup && { setup }) };
    const { id } = await h.operator("POST /coordinator/runs", { body });
    const { approvals } = await h.settled(id);
    const [bundle] = approvals[0]!.evidence;
    assert.ok(bundle?.kind === "repo-write-patch-bundle");
    assert.deepEqual(bundle.files.map(({ path }) => path), ["a.txt", "b.txt"]);
  });
}
