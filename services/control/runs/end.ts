import { approvalStream } from "../../../store/approvals/stream.ts";
import { type RunDocument, type StatusReason } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { type Ctx } from "../../ground/kernel/context.ts";
import { mayMove, moveRun, type RunMoveData } from "../lifecycle/runs.ts";
import { moveSession } from "../lifecycle/task_sessions.ts";
import { moveApproval } from "../lifecycle/approvals.ts";
import { expireGuidance } from "../lifecycle/guidance.ts";
import { sessionsOf } from "../lifecycle/sessions.ts";
import { isApplying } from "./applying.ts";

/** Ends the run as failed, with everything that is open in it. Does nothing if it has ended. */
export function failRun(ctx: Ctx, run: RunDocument, reason: StatusReason, detail: string): void {
  endRun(ctx, run, "fail", `The run failed: ${detail}`, { reason, detail });
}

/**
 * Ends the run as cancelled, with everything that is open in it, and the runs that it started. Does nothing if it has
 * ended. Returns the ids of the runs that it ended.
 */
export const cancelRun = (ctx: Ctx, run: RunDocument, detail?: string): string[] =>
  endRun(ctx, run, "cancel", "The run was cancelled.", { ...(detail && { detail }) });

function endRun<Name extends "fail" | "cancel">(
  ctx: Ctx,
  run: RunDocument,
  move: Name,
  why: string,
  data: RunMoveData<Name>,
): string[] {
  const { id, status } = run;
  if (!mayMove(status, move)) return [];
  return ctx.write(() => {
    const sessions = sessionsOf(ctx, id);
    for (const session of sessions) {
      moveSession(ctx, session.id, "cancel", { detail: why });
    }
    for (
      const approval of ctx.store.documents.all(approvalStream, { runId: id })
    ) {
      const move = approval.application === "ready" ? "applyCancelled" : "cancel";
      moveApproval(ctx, approval.id, move, { detail: why });
    }
    expireGuidance(ctx, run);
    moveRun(ctx, id, move, data);
    return [id, ...cancelChildren(ctx, sessions, `The run ${id} that started it has ended.`)];
  });
}

/** Ends the runs that these nodes started, in the caller's unit. Returns the ids of the runs that it ended. */
export const cancelChildren = (
  ctx: Ctx,
  sessions: readonly TaskSessionDocument[],
  detail: string,
): string[] => childrenOf(ctx, sessions).flatMap((child) => cancelRun(ctx, child, detail));

/** The runs that nodes of a run started. One that is writing its patch finishes on its own. */
const childrenOf = (ctx: Ctx, sessions: readonly TaskSessionDocument[]): RunDocument[] =>
  sessions.flatMap(({ childRunId }) => {
    const child = childRunId === undefined ? null : ctx.store.documents.get(runStream, childRunId);
    return child && !isApplying(ctx, child) ? [child] : [];
  });
