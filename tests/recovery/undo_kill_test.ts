import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import { inParallel } from "./in_parallel.ts";
import { checkStore, readLog, Site } from "./site.ts";

async function killAt(point: string): Promise<void> {
  using site = Site.make();
  await using killed = await site.start({ fault: point });
  const { id } = await killed.operator("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"\ncreate c.txt with "c"', repoPath: site.repository.root },
  });
  using tail = new EventTail(killed);
  const asked = await tail.first(eventOf(id, "approval.requested"));
  const approve = (approvalId: string) =>
    killed.operator("POST /approvals/:id/approve", { params: { id: approvalId }, body: REVIEWED });
  await approve(asked.subject.slice("approval/".length));
  await tail.first(eventOf(id, "run.completed"));
  const undo = await killed.operator("POST /runs/:id/undo", { params: { id } });
  const survived = await approve(undo.id).then(() => true, () => false);
  assert.ok(!survived, `${point} was not reached`);
  assert.equal((await killed.ended).signal, "SIGKILL", killed.output());
  await using service = await site.start();
  using rest = new EventTail(service);
  await rest.first((event) => event.type === "approval.applied" && event.subject === `approval/${undo.id}`);
  assert.equal(site.repository.git("status", "--porcelain"), "");
  const types = (await readLog(service)).filter(({ subject }) => subject === `approval/${undo.id}`)
    .map(({ type }) => type);
  assert.deepEqual(types, [
    "approval.requested",
    "approval.approved",
    "approval.apply_started",
    "approval.applied",
  ]);
  await checkStore(service);
  await site.end(service);
}

Deno.test("kill -9 at each boundary of an undo: it is done once, and nothing of it is left", async () => {
  await inParallel(2, ["undo:begun#1", "undo:finish#1", "undo:written#1"], killAt);
});
