import { approvalStream } from "../../store/approvals/stream.ts";
import { isTerminal, type RunDocument, type StatusReason } from "../../store/runs/document.ts";
import { runStream } from "../../store/runs/stream.ts";
import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { contextOf } from "./event_context.ts";
import { hasEnded, sessionsOf } from "./sessions.ts";

/** The most task sessions or approvals of one run that are looked at; far more than a plan may have. */
const MOST = 1000;

/** Ends the run as failed, with all that is open in it. A run that has ended stays as it is. */
export function failRun(ctx: Ctx, run: RunDocument, reason: StatusReason, detail: string): void {
  endRun(ctx, run, `The run failed: ${detail}`, () => {
    record(ctx, runStream, run.id, [{ type: "run.failed", data: { reason, detail } }], contextOf(run));
  });
}

/** Ends the run as cancelled, with all that is open in it. */
export function cancelRun(ctx: Ctx, run: RunDocument, detail?: string): void {
  endRun(ctx, run, "The run was cancelled.", () => {
    record(
      ctx,
      runStream,
      run.id,
      [{ type: "run.cancelled", data: { ...(detail && { detail }) } }],
      contextOf(run),
    );
  });
}

function endRun(ctx: Ctx, run: RunDocument, why: string, end: () => void): void {
  if (isTerminal(run.status)) return;
  ctx.write(() => {
    for (const session of sessionsOf(ctx, run.id)) {
      if (hasEnded(session.status)) continue;
      const context = { ...contextOf(run), taskSessionId: session.id };
      record(
        ctx,
        taskSessionStream,
        session.id,
        [{ type: "task_session.cancelled", data: { detail: why } }],
        context,
      );
    }
    for (const approval of ctx.store.documents.find(approvalStream, { runId: run.id }, { limit: MOST })) {
      if (approval.status !== "pending") continue;
      record(
        ctx,
        approvalStream,
        approval.id,
        [{ type: "approval.cancelled", data: { detail: why } }],
        contextOf(run),
      );
    }
    end();
  });
}
