import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { approvePending, runToRest } from "./scenario.ts";

Deno.test("a file that someone edits right after the patch wrote it: the run does not count as applied", async () => {
  using repository = TestRepository.make();
  let edited = "mine\n";
  await using h = await harness({
    workers: 1,
    boundary: (point) => {
      if (point === "apply:finish" && edited) repository.write({ "b.txt": edited });
    },
  });
  const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const conflicting = await approvePending(h, waiting);
  assert.equal(conflicting.status, "failed");
  assert.equal(conflicting.approvals[0]!.application, "failed");
  assert.match(conflicting.approvals[0]!.applicationDetail!, /b\.txt/);
  assert.equal(repository.read("b.txt"), edited);
  edited = "";
  const control = await approvePending(
    h,
    await runToRest(h, repository, { request: 'create c.txt with "c"' }),
  );
  assert.equal(control.status, "completed");
});
