import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { assertKilledAt } from "./killed_at.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import { checkStore, readLog, Site } from "./site.ts";

/** Each boundary of taking back a run that changed one file and made another. */
export const UNDO_POINTS = [
  "undo:begun#1",
  "undo:write:0#1",
  "undo:written:0#1",
  "undo:rename:0#1",
  "undo:renamed:0#1",
  "undo:delete:1#1",
  "undo:deleted:1#1",
  "undo:finish#1",
  "undo:done#1",
];

/** Kills the service at a boundary of an undo: it is done once, and nothing of it is left. */
export async function killUndo(point: string): Promise<void> {
  using site = Site.make();
  await using killed = await site.start({ fault: point });
  const { id } = await killed.operator("POST /coordinator/runs", {
    body: {
      request: 'replace "hello" with "bye" in a.txt\ncreate b.txt with "b"',
      repoPath: site.repository.root,
    },
  });
  using tail = new EventTail(killed);
  const asked = await tail.first(eventOf(id, "approval.requested"));
  const approve = (approvalId: string) =>
    killed.operator("POST /approvals/:id/approve", { params: { id: approvalId }, body: REVIEWED });
  await approve(asked.subject.slice("approval/".length));
  await tail.first(eventOf(id, "run.completed"));
  const undo = await killed.operator("POST /runs/:id/undo", { params: { id } });
  await assertKilledAt(point, killed, approve(undo.id));
  await using service = await site.resume();
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
