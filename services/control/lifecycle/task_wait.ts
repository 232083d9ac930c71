import { approvalStream } from "../../../store/approvals/stream.ts";
import type { RunDocument, WaitingFor } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Core, Ctx } from "../../ground/kernel/context.ts";
import { expiryFrom } from "../../ground/policy/approval_lifetime.ts";
import { asSentence, counted } from "../../ground/kernel/words.ts";
import { moveRun } from "./runs.ts";
import { isOut, sessionsOf } from "./sessions.ts";

/** Returns whether a run waits because of one of its tasks, so that it continues as soon as any of them can. */
export function waitsForTask(
  { store }: Pick<Core, "store">,
  { id, status, waitingFor }: RunDocument,
): boolean {
  if (status !== "waiting" || !waitingFor) return false;
  if (waitingFor.kind === "approval") {
    return store.documents.get(approvalStream, waitingFor.id)?.taskSessionId !== undefined;
  }
  const ofTask = ["input", "time", "dependency"].includes(waitingFor.kind);
  return ofTask && store.documents.get(taskSessionStream, waitingFor.id)?.runId === id;
}

/**
 * Continues a run that waits because of a task, in the caller's unit, when one of its tasks can continue. Returns whether it
 * was waiting for that.
 */
export function resumeForTask(ctx: Ctx, runId: string, reason: string): boolean {
  const run = ctx.store.documents.get(runStream, runId);
  return run !== null && waitsForTask(ctx, run) && moveRun(ctx, runId, "proceed", { reason });
}

/** Updates what a run waits for after changes to its tasks. */
export function restateWait(ctx: Ctx, runId: string): void {
  const run = ctx.store.documents.get(runStream, runId);
  if (run?.waitingFor?.kind !== "input" || !waitsForTask(ctx, run)) return;
  const waitingFor = waitOfTasks(sessionsOf(ctx, runId).filter((session) => !isOut(run, session)));
  if (waitingFor) moveRun(ctx, runId, "wait", { waitingFor });
}

/**
 * Returns what a run waits for if none of its tasks can continue: a question first, then a failure, then a task that a
 * person blocked. Null if no task waits for anyone.
 */
export function waitOfTasks(sessions: readonly TaskSessionDocument[]): WaitingFor | null {
  const stuck = sessions.filter((session) => waitOfTask(session) !== null)
    .toSorted((a, b) => urgency(a) - urgency(b));
  const [first, ...others] = stuck;
  if (!first) return null;
  const waitingFor = waitOfTask(first)!;
  if (others.length === 0 || waitingFor.kind === "approval") return waitingFor;
  const more = `${counted(others.length, "more task")} of the run ${
    others.length === 1 ? "is waiting" : "are waiting"
  } too.`;
  return { ...waitingFor, detail: `${waitingFor.detail} ${more}` };
}

function urgency({ status, card, waitingFor }: TaskSessionDocument): number {
  if (status === "waiting" && card !== "escalated") return waitingFor?.kind === "approval" ? 0 : 1;
  return status === "failed" ? 2 : 3;
}

const RETRY = "Retry or escalate the task, or cancel the run.";

/** A commit that was made since is not seen by a retry. */
const rebaseOf = ({ runId }: TaskSessionDocument): string =>
  ` A retry works on the commit that the run began from. To use newer commits: agent-harness runs rebase ${runId}`;

function waitOfTask(session: TaskSessionDocument): WaitingFor | null {
  const { id, title, status, statusDetail, waitingFor, lastAction } = session;
  // The workflow decides what a failed or stopped node means.
  if (session.node && (status === "failed" || status === "cancelled")) return null;
  const held = (what: string): WaitingFor => {
    const why = lastAction?.reason ? ` (${lastAction.reason.slice(0, 300)})` : "";
    const detail = `The task "${title}" ${what}${why}. Retry the task or cancel the run.`;
    return { kind: "input", id, since: session.updatedAt, detail };
  };
  switch (status) {
    case "waiting":
      return session.card === "escalated" ? held("was handed to a human") : waitingFor ?? null;
    case "blocked":
      return held("is blocked");
    case "cancelled":
      return held("was stopped");
    case "failed": {
      const since = session.finishedAt ?? session.updatedAt;
      const why = statusDetail === undefined ? "No reason is recorded." : asSentence(statusDetail);
      return {
        kind: "input",
        id,
        since,
        detail: `The task "${title}" failed: ${why} ${RETRY}${session.attempt > 1 ? rebaseOf(session) : ""}`,
        expiresAt: expiryFrom(new Date(since)),
        defaultAction: "the run fails",
      };
    }
    default:
      return null;
  }
}
