import { isTerminal } from "../../../store/runs/document.ts";
import type { Ctx } from "../../kernel/context.ts";
import { InvalidError } from "../../kernel/errors.ts";
import { sessionsOf } from "../../lifecycle/sessions.ts";
import { moveSession } from "../../lifecycle/task_sessions.ts";
import { resumeForTask } from "../../lifecycle/task_wait.ts";
import { requireRun } from "../../runs/read_model.ts";
import { requireTaskSession } from "../../task_sessions/read_model.ts";
import { showEntered } from "./entered.ts";
import type { EnteredTask } from "./schemas.ts";

/** Hands back a task that a person is in: their changes are captured and the worker continues from them. */
export function handBack(
  ctx: Ctx,
  runId: string,
  { taskId, by }: { taskId?: string | undefined; by?: string | undefined },
): EnteredTask {
  const run = requireRun(ctx, runId);
  const entered = isTerminal(run.status) ? [] : sessionsOf(ctx, runId).filter((session) => session.entered);
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
