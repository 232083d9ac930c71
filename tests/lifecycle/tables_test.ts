import assert from "node:assert/strict";
import fc from "fast-check";
import {
  APPROVAL_MOVES,
  type ApprovalMove,
  moveApproval,
} from "../../services/control/lifecycle/approvals.ts";
import { moveRun, RUN_MOVES, type RunMove } from "../../services/control/lifecycle/runs.ts";
import {
  moveSession,
  SESSION_MOVES,
  type SessionMove,
} from "../../services/control/lifecycle/task_sessions.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { approvalStream } from "../../store/approvals/stream.ts";
import { runStream } from "../../store/runs/stream.ts";
import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { runToRest } from "../runs/scenario.ts";

const SINCE = "2026-01-01T00:00:00.000Z";
const waitingFor = { kind: "input" as const, id: "task_1", since: SINCE, detail: "Say more." };
const decision = {
  actorType: "human" as const,
  reviewedEvidence: true,
  reviewedHashes: true,
  reviewedPolicyClass: true,
};

/** What each move of a run says; the states are what counts here. */
const RUN_DATA: Record<RunMove, object> = {
  start: { holder: "test" },
  requeue: {},
  recover: { holder: "test", progressed: false },
  wait: { waitingFor },
  hold: { waitingFor },
  release: {},
  proceed: { reason: "it came" },
  complete: { detail: "Done." },
  fail: { reason: "invalid_input", detail: "No." },
  pause: {},
  resume: {},
  cancel: {},
};
const SESSION_DATA: Record<SessionMove, object> = {
  queue: { round: 1 },
  retry: {},
  start: {},
  wait: { waitingFor },
  proceed: {},
  enter: { commit: "c", tree: "t", from: "f" },
  handBack: {},
  requestStop: {},
  escalate: {},
  block: {},
  complete: { commit: "a".repeat(40), tree: "b".repeat(40), summary: "Done." },
  fail: { reason: "invalid_input", detail: "No." },
  skip: { detail: "Not needed." },
  cancel: { detail: "Stopped." },
};
const APPROVAL_DATA: Record<ApprovalMove, object> = {
  approve: decision,
  approveChanges: { ...decision, acceptedHunks: ["one"] },
  reject: decision,
  expire: { detail: "Too late." },
  supersede: { detail: "Again." },
  cancel: { detail: "Taken back." },
  applyCancelled: { detail: "The run ended." },
  startApplying: { manifestSha256: "c".repeat(64), files: 1 },
  applied: { files: 1 },
  applyFailed: { detail: "No." },
  stale: { detail: "It changed." },
};

type Table = Readonly<Record<string, { from: readonly string[]; to: readonly string[] }>>;

/** Makes moves in any order: each is made exactly where the table and `isFree` allow it, and leads where the table says. */
function walk(
  table: Table,
  statusOf: () => string,
  move: (name: string) => boolean,
  isFree: (name: string) => boolean = () => true,
): void {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...Object.keys(table)), { maxLength: 40 }), (names) => {
      for (const name of names) {
        const before = statusOf();
        const { from, to } = table[name]!;
        const isAllowed = from.includes(before) && isFree(name);
        assert.equal(move(name), isAllowed, `${name} from ${before}`);
        const after = statusOf();
        assert.ok(
          isAllowed ? to.includes(after) : after === before,
          `${before} ${name} ${after}`,
        );
      }
    }),
    { numRuns: 30 },
  );
}

Deno.test("a run, a task session and an approval change their states only as their tables say", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id, tasks, approvals } = await runToRest(h, repository, { request: 'create a.md with "text"' });
  const ctx = contextFor(h.service, "system");
  const { documents } = h.store;
  await h.store.commit(() => {
    const [session, approval] = [tasks[0]!.id, approvals[0]!.id];
    walk(
      APPROVAL_MOVES,
      () => documents.get(approvalStream, approval)!.status,
      (name) =>
        moveApproval(ctx, approval, name as ApprovalMove, APPROVAL_DATA[name as ApprovalMove] as never),
    );
    walk(
      SESSION_MOVES,
      () => documents.get(taskSessionStream, session)!.status,
      (name) => moveSession(ctx, session, name as SessionMove, SESSION_DATA[name as SessionMove] as never),
      (name) => name !== "wait" || documents.get(taskSessionStream, session)!.card !== "escalated",
    );
    walk(
      RUN_MOVES,
      () => documents.get(runStream, id)!.status,
      (name) => moveRun(ctx, id, name as RunMove, RUN_DATA[name as RunMove] as never),
    );
  });
  assert.deepEqual(h.rebuildDifferences(), []);
});
