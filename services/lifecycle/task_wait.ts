import { approvalStream } from "../../store/approvals/stream.ts";
import type { RunDocument, WaitingFor } from "../../store/runs/document.ts";
import { runStream } from "../../store/runs/stream.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../store/task_sessions/stream.ts";
import type { Core, Ctx } from "../kernel/context.ts";
import { counted } from "../kernel/words.ts";
import { moveRun } from "./runs.ts";
import { sessionsOf } from "./sessions.ts";

/** How long a failed task waits for a human: as long as an approval. */
const FAILED_LIFETIME_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;

/** Whether a run waits on account of one of its tasks, so that it goes on as soon as any of them can move. */
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

/** Lets a run go on that waits on account of a task, in the caller's unit: one of its tasks can move. */
export function resumeForTask(ctx: Ctx, runId: string, reason: string): void {
  const run = ctx.store.documents.get(runStream, runId);
  if (run && waitsForTask(ctx, run)) moveRun(ctx, runId, "proceed", { reason });
}

/** Says anew what a run waits for that already waits for input on a task, because its tasks were moved. */
export function restateWait(ctx: Ctx, runId: string): void {
  const run = ctx.store.documents.get(runStream, runId);
  if (run?.waitingFor?.kind !== "input" || !waitsForTask(ctx, run)) return;
  const waitingFor = waitOfTasks(sessionsOf(ctx, runId));
  if (waitingFor) moveRun(ctx, runId, "wait", { waitingFor });
}

/**
 * What a run waits for when none of its tasks can move: a question of one, then what failed, then what a person holds. Null
 * when no task waits for anybody.
 */
export function waitOfTasks(sessions: readonly TaskSessionDocument[]): WaitingFor | null {
  const stuck = sessions.filter((session) => waitOfTask(session) !== null)
    .toSorted((a, b) => urgency(a) - urgency(b));
  const [first, ...others] = stuck;
  if (!first) return null;
  const waitingFor = waitOfTask(first)!;
  if (others.length === 0 || waitingFor.kind === "approval") return waitingFor;
  const more = `${counted(others.length, "more task")} of the run ${
    others.length === 1 ? "waits" : "wait"
  } too.`;
  return { ...waitingFor, detail: `${waitingFor.detail} ${more}` };
}

function urgency({ status, card, waitingFor }: TaskSessionDocument): number {
  if (status === "waiting" && card !== "escalated") return waitingFor?.kind === "approval" ? 0 : 1;
  return status === "failed" ? 2 : 3;
}

function waitOfTask(session: TaskSessionDocument): WaitingFor | null {
  const { id, title, status, statusReason, statusDetail, waitingFor, lastAction } = session;
  // What a node that failed or was stopped means is decided by its workflow.
  if (session.node && (status === "failed" || status === "cancelled")) return null;
  const held = (what: string): WaitingFor => {
    const why = lastAction?.reason ? ` (${lastAction.reason.slice(0, 300)})` : "";
    const detail = `The task "${title}" ${what}${why}. Retry its card, or cancel the run.`;
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
      const why = statusDetail?.replace(/[.\s]*$/, ".") ?? "no reason is recorded.";
      return {
        kind: "input",
        id,
        since,
        detail: `The task "${title}" failed: ${why} Retry or escalate its card, or cancel the run.`,
        expiresAt: new Date(Date.parse(since) + FAILED_LIFETIME_MILLISECONDS).toISOString(),
        defaultAction: `the run fails with ${statusReason}`,
      };
    }
    default:
      return null;
  }
}
