import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { guideTaskSession } from "../../services/sessions/task_sessions/guide.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { runToRest } from "../runs/scenario.ts";
import { pendingOf } from "../kit/pending_of.ts";

Deno.test("guidance that comes while earlier guidance is found unclear is followed", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const { service } = h;
  let given = false;
  const stop = h.store.subscribe((events) => {
    const unclear = events.find(({ type }) => type === "task_session.guidance_not_understood");
    if (!unclear || given) return;
    given = true;
    guideTaskSession(contextFor(service, "operator"), unclear.taskSessionId!, 'append "c" to b.txt');
  });
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(run).id },
    body: { ...REVIEWED, disposition: "rework", reviewerNote: "nicer, please" },
  });
  const rework = await h.settled(run.id);
  stop();
  assert.ok(given);
  assert.equal(rework.waitingFor!.kind, "approval", rework.waitingFor!.detail);
});
