import type { z } from "zod";
import {
  type ApprovalDocument,
  approvalStream,
  type requestedSchema,
} from "../../../store/approvals/stream.ts";
import type { RunDocument, WaitingFor } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { evidenceDigest } from "../../control/approvals/digest.ts";
import { expiryFrom } from "../../ground/policy/approval_lifetime.ts";
import { record } from "../../ground/kernel/context.ts";
import type { QuestionsPort, RunPort } from "../commands/ports.ts";
import { moveRun } from "../../control/lifecycle/runs.ts";
import { newApproval } from "../../control/lifecycle/approvals.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { withdrawPermissions } from "../../control/approvals/withdraw.ts";
import { captureWork } from "../commands/task_commits.ts";
import { ifUndecided } from "../../../store/shared/undecided.ts";
import type { Asker } from "./asker.ts";
import { endsRun, Halted, Parked } from "../commands/interrupts.ts";
import { nextEvents } from "../commands/next_events.ts";

type Requested = z.input<typeof requestedSchema>;

/**
 * Requests an approval and makes the run wait for it, in the caller's unit. Returns the approval's id. Only a human may
 * decide, unless `coordinatorApprovable` says that an earlier human decision covers it.
 */
export function requestApproval(
  step: RunPort,
  run: RunDocument,
  request:
    & Omit<Requested, "authority" | "coordinatorApprovable" | "evidenceDigest" | "expiresAt" | "round">
    & { expiresAt?: string; round?: number; coordinatorApprovable?: boolean },
  taskSessionId?: string,
): string {
  const { ctx } = step;
  const id = ctx.newId("approval");
  const expiresAt = expiryFrom(ctx.now());
  const data: Requested = {
    expiresAt,
    round: run.round,
    coordinatorApprovable: false,
    ...request,
    authority: request.coordinatorApprovable ? "coordinator" : "human",
    evidenceDigest: evidenceDigest(request.evidence),
  };
  record(ctx, approvalStream, id, [newApproval(data)], step.context(taskSessionId));
  if (request.policyClass === "repo-write") {
    record(ctx, runStream, run.id, [{ type: "run.checkpointed", data: { approvalId: id } }], step.context());
  }
  // A run that waits for another task's question shows this one once that question is answered.
  if (run.status === "running") {
    const waitingFor = waitingForApproval(ctx.store.documents.get(approvalStream, id)!);
    moveRun(ctx, run.id, "wait", { waitingFor });
  }
  return id;
}

/** Returns what a run or task session shows while it waits for an approval. */
const waitingForApproval = (
  { id, title, requestedAt, expiresAt, subject }: Pick<
    ApprovalDocument,
    "id" | "title" | "requestedAt" | "expiresAt" | "subject"
  >,
): WaitingFor => ({
  kind: "approval",
  id,
  since: requestedAt,
  detail: `Needs review: ${title}`,
  expiresAt,
  defaultAction: ifUndecided(subject),
});

/**
 * Makes a task session wait for an approval that it requested, in the caller's unit; other tasks of the run continue. Throws
 * `Halted` where the task was taken away in the meantime.
 */
export function waitForApproval(
  step: RunPort & QuestionsPort,
  approvalId: string,
  taskSessionId: string,
): void {
  const approval = step.ctx.store.documents.get(approvalStream, approvalId)!;
  const waitingFor = waitingForApproval(approval);
  if (!moveSession(step.ctx, taskSessionId, "wait", { waitingFor })) throw new Halted();
  step.hold(approvalId);
}

/**
 * Waits for a human's decision and frees the task's slot meanwhile. After a long wait the task is parked: its work is
 * saved and the call rejects with `Parked`. `withdrawn` ends the wait as rejected and withdraws the approval.
 */
export async function decisionOf(
  task: Asker,
  approvalId: string,
  withdrawn?: AbortSignal,
): Promise<"approved" | "rejected"> {
  task.step.hold(approvalId);
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), task.step.ctx.config.parkAfterMilliseconds);
  try {
    return await decided(task, approvalId, patience.signal, withdrawn);
  } finally {
    clearTimeout(timer);
  }
}

async function decided(
  task: Asker,
  approvalId: string,
  patience: AbortSignal,
  withdrawn: AbortSignal | undefined,
): Promise<"approved" | "rejected"> {
  const { step, signal, slot } = task;
  const ends = AbortSignal.any([signal, patience, ...(withdrawn ? [withdrawn] : [])]);
  for (;;) {
    signal.throwIfAborted();
    task.pause.stopWaiting();
    const approval = step.ctx.store.documents.get(approvalStream, approvalId);
    if (approval?.decision) {
      await slot.regain(signal);
      await resume(task);
      return approval.decision.decision;
    }
    if (approval?.status !== "pending") throw new Halted();
    if (step.sessions().some((session) => endsRun(step.run(), session))) throw new Halted();
    if (withdrawn?.aborted) return await withdraw(task, approval);
    if (patience.aborted) throw await park(task, approval);
    const moved = nextEvents(step.ctx.store, ends);
    await showWaiting(task, approval);
    slot.leave();
    await moved;
  }
}

/** If the question that the run waited for was answered, the run now waits for this one. */
async function showWaiting({ step, round, id }: Asker, approval: ApprovalDocument): Promise<void> {
  const { ctx } = step;
  if (step.run().status !== "running") return;
  await step.advance(round, (run) => {
    if (
      run.status !== "running" ||
      step.ctx.store.documents.get(approvalStream, approval.id)?.status !== "pending"
    ) return;
    const waitingFor = waitingForApproval(approval);
    moveRun(ctx, run.id, "wait", { waitingFor });
    if (ctx.store.documents.get(taskSessionStream, id)?.status !== "running") return;
    moveSession(ctx, id, "wait", { waitingFor });
  });
}

async function resume({ step, round, id }: Asker): Promise<void> {
  await step.advance(round, () => {
    const session = step.ctx.store.documents.get(taskSessionStream, id);
    if (session?.status !== "waiting") return;
    moveSession(step.ctx, id, "proceed", {});
  });
}

/** Saves the current work, so that the task can continue from it after the decision. */
async function park(task: Asker, { id: approvalId, title }: ApprovalDocument): Promise<Parked> {
  const { step, round, id } = task;
  const { commit } = await captureWork(task, `${id}-captured`);
  const detail =
    `"${title}" has not been decided yet. The worker was stopped and will continue after the decision.`;
  await step.advance(round, () =>
    record(step.ctx, taskSessionStream, id, [
      { type: "task_session.captured", data: { commit, approvalId } },
      { type: "task_session.parked", data: { detail } },
    ], step.context(id)));
  return new Parked();
}

async function withdraw(task: Asker, { id: approvalId }: ApprovalDocument): Promise<"rejected"> {
  const { step, round } = task;
  await step.advance(round, (run) => {
    withdrawPermissions(step.ctx, run.id, task.id, "The worker no longer asks for it.", approvalId);
  });
  await task.slot.regain(task.signal);
  await resume(task);
  return "rejected";
}
