import { isTerminal, type RunDocument } from "../../../../store/runs/document.ts";
import { describeKept } from "../../../../store/runs/kept_changes.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { sessionsOf } from "../../../control/lifecycle/sessions.ts";
import { moveSession } from "../../../control/lifecycle/task_sessions.ts";
import { resumeForTask } from "../../../control/lifecycle/task_wait.ts";
import { requireRun } from "../../../control/runs/read_model.ts";
import { requireTaskSession } from "../../../sessions/task_sessions/read_model.ts";
import type { ExecutorLive } from "../../commands/live.ts";
import { showEntered } from "./entered.ts";
import { storeManualChanges } from "./store_manual_changes.ts";
import type { EnteredTask, EnterRunInput } from "./schemas.ts";

/** Hands back a task that a person is in: their changes are captured and the worker continues from them. */
export async function handBack(
  ctx: Ctx<ExecutorLive>,
  runId: string,
  { taskId, by }: EnterRunInput,
): Promise<EnteredTask> {
  const run = requireRun(ctx, runId);
  if (isTerminal(run.status)) await refuseEnded(ctx, run);
  const entered = sessionsOf(ctx, runId).filter((session) => session.entered);
  const meant = entered.filter((session) => taskId === undefined || session.taskId === taskId);
  const [session, ...more] = meant;
  if (!session) {
    throw new InvalidError(
      `The run ${runId} is ${run.status}, and no one is in ${
        taskId === undefined ? "any of its tasks" : taskId
      }.`,
    );
  }
  if (more.length > 0) {
    throw new InvalidError(
      `You are in several tasks: ${meant.map((each) => each.taskId).join(", ")}. Name the one to hand back.`,
    );
  }
  if (!session.entered!.leftAt || session.status === "failed") {
    ctx.write(() => {
      moveSession(ctx, session.id, "handBack", { ...(by !== undefined && { by }) });
      resumeForTask(ctx, runId, "the task was handed back");
    });
  }
  return showEntered(ctx, run, requireTaskSession(ctx, session.id))!;
}

/** Stores what a person changed since the run ended, and says where it is. */
async function refuseEnded(ctx: Ctx<ExecutorLive>, { id, status }: RunDocument): Promise<never> {
  await ctx.execution.creating(() => storeManualChanges(ctx, id));
  const kept = requireRun(ctx, id).keptChanges?.at(-1);
  throw new InvalidError(
    kept
      ? `The run ${id} is ${status}, so its worker does not continue. ${describeKept(kept)}`
      : `The run ${id} is ${status}, and no one is in any of its tasks.`,
  );
}
