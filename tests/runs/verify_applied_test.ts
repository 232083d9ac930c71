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

for (const at of ["apply:renamed:0", "patch:recorded", "report:before"]) {
  Deno.test(`a run whose approved patch is being written is left alone until it ends: ${at}`, async () => {
    using repository = TestRepository.make();
    const [reached, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await using h = await harness({
      workers: 1,
      boundary: async (point) => {
        if (point !== at) return;
        reached.resolve();
        await goesOn.promise;
      },
    });
    const waiting = await runToRest(h, repository, {
      request: 'create b.txt with "b"\ncreate c.txt with "c"',
    });
    const ended = approvePending(h, waiting);
    await reached.promise;
    for (
      const move of [
        "pause",
        "cancel",
        "enter",
        "delete",
        "task-cards/task_1/retry",
        "task-cards/task_1/block",
      ]
    ) {
      const refused = await h.json("POST", `/runs/${waiting.id}/${move}`, {});
      assert.equal(refused.status, 400, move);
      assert.match(refused.body.error, /is applying its approved patch/);
    }
    goesOn.resolve();
    assert.equal((await ended).status, "completed");
    assert.deepEqual([repository.read("b.txt"), repository.read("c.txt")], ["b", "c"]);
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

for (const [at, written] of [["apply:write:0", 0], ["apply:delete:1", 1]] as const) {
  Deno.test(`a patch that this service may not write ends its run, which says so: ${at}`, async () => {
    using repository = TestRepository.make({ "a.txt": "hello\n", "c.txt": "c\n" });
    await using h = await harness({
      workers: 1,
      boundary: (point) => {
        if (point === at) throw Object.assign(new Error("read-only file system"), { code: "EROFS" });
      },
    });
    const request = 'replace "hello" with "bye" in a.txt\ndelete c.txt';
    const ended = await approvePending(h, await runToRest(h, repository, { request }));
    assert.deepEqual([ended.status, ended.statusReason], ["failed", "apply_conflict"]);
    assert.match(ended.statusDetail!, /may not write in .* \(EROFS\)/);
    assert.ok(ended.statusDetail!.includes(`Of 2 paths, ${written} were written as approved`));
    assert.equal(ended.approvals[0]!.application, "failed");
    assert.equal(repository.read("a.txt"), written === 0 ? "hello\n" : "bye\n");
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}
