import type { RunDocument } from "../../../store/runs/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { withdrawAll } from "../../control/approvals/withdraw.ts";
import { moveRun } from "../../control/lifecycle/runs.ts";
import { isOut, sessionsOf } from "../../control/lifecycle/sessions.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { waitsForTask } from "../../control/lifecycle/task_wait.ts";
import { pinBase } from "../../machine/repositories/mod.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { reopen } from "../../sessions/task_sessions/cards.ts";
import { withObjectsOf } from "../commands/control.ts";
import type { ExecutorLive } from "../commands/live.ts";

/** Returns whether a run waits for a person because a task of it failed, before there was a result. */
export const waitsForFailedTask = (ctx: Ctx, run: RunDocument): boolean =>
  !run.result && run.waitingFor?.kind === "input" && waitsForTask(ctx, run) &&
  sessionsOf(ctx, run.id).some(({ id, status }) => id === run.waitingFor!.id && status === "failed");

/**
 * Begins all tasks of a run with a failed one again, from the repository's current HEAD: a retry of the task alone would work on
 * the commit that the run began from.
 *
 * @throws {InvalidError} when HEAD is that commit; nothing has changed then
 */
export async function beginAgain(ctx: Ctx<ExecutorLive>, run: RunDocument): Promise<void> {
  const { commit } = await withObjectsOf(ctx, run.id, pinBase);
  if (commit === run.base?.commit) {
    throw new InvalidError(
      `${run.base.root} is still at ${
        commit.slice(0, 12)
      }, from which the work began. Commit your changes there first.`,
    );
  }
  ctx.write(() => {
    const now = requireRun(ctx, run.id);
    if (now.round !== run.round || !waitsForFailedTask(ctx, now)) {
      throw new InvalidError(`The run ${run.id} has continued in the meantime.`);
    }
    const round = now.round + 1;
    const sessions = sessionsOf(ctx, run.id).filter((session) => !isOut(now, session));
    withdrawAll(ctx, run.id, sessions, "The task is done again.");
    for (const { id, status } of sessions) {
      if (status === "failed") moveSession(ctx, id, "retry", {});
      if (status !== "cancelled" && status !== "skipped") moveSession(ctx, id, "queue", { round });
    }
    reopen(ctx, now, round, { rebase: true });
    moveRun(ctx, run.id, "proceed", { reason: "the work begins again from the current commit" });
  });
}
