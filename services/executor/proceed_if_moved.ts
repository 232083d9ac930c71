import { approvalStream } from "../../store/approvals/stream.ts";
import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { type Ctx } from "../kernel/context.ts";
import { guidanceOf } from "../task_sessions/read_model.ts";
import { requeueSession } from "../lifecycle/requeue.ts";
import { requireRun } from "../runs/read_model.ts";
import { moveRun } from "../lifecycle/runs.ts";

/** Lets a waiting run go on when what it waits for has come meanwhile, as it may while the run was paused. */
export function proceedIfMoved(ctx: Ctx, runId: string): void {
  const run = requireRun(ctx, runId);
  if (run.status !== "waiting" || !run.waitingFor) return;
  const { kind, id } = run.waitingFor;
  const resume = (reason: string) => moveRun(ctx, runId, "proceed", { reason });
  if (kind === "approval" && ctx.store.documents.get(approvalStream, id)?.status !== "pending") {
    resume("the approval was decided meanwhile");
  }
  const session = kind === "input" ? ctx.store.documents.get(taskSessionStream, id) : null;
  if (session?.status === "queued") resume("the task was taken up again meanwhile");
  if (
    session?.status === "waiting" && guidanceOf(ctx, id).some((guidance) => guidance.status === "pending")
  ) {
    requeueSession(ctx, session);
    resume("guidance was given meanwhile");
  }
}
