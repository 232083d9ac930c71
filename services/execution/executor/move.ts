import type { RunDocument } from "../../../store/runs/document.ts";
import { type Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { isApplying } from "../../control/runs/applying.ts";
import { cancelRun } from "../../control/runs/end.ts";
import { requeueRunning } from "../../control/lifecycle/requeue.ts";
import { proceedIfMoved } from "./proceed_if_moved.ts";
import { isQuiet, release } from "../../control/lifecycle/quiet_wait.ts";
import { checkMove, moveRun, type RequestedMove } from "../../control/lifecycle/runs.ts";
import { requireRun, showRun } from "../../control/runs/read_model.ts";
import type { Run } from "../../control/runs/schemas.ts";
import type { ExecutorLive } from "../commands/live.ts";

/** Pauses, resumes or cancels a run. One that waits for the end of quiet hours is resumed into the queue. Resolves when no process of a paused or cancelled run is left, and what people had changed in it is stored. */
export async function requestMove(
  ctx: Ctx<ExecutorLive>,
  id: string,
  move: RequestedMove,
  reason?: string,
): Promise<Run> {
  const run = requireRun(ctx, id);
  if (move === "resume" && isQuiet(run)) {
    release(ctx, id);
    await ctx.settled();
  } else if (checkMove(run, move)) {
    if (move !== "resume") refuseWhileApplying(ctx, run, move);
    let halted = [id];
    if (move === "cancel") halted = cancelRun(ctx, run, reason);
    else {
      ctx.write(() => {
        moveRun(ctx, id, move, {});
        if (move === "resume") proceedIfMoved(ctx, id);
        else requeueRunning(ctx, run.id);
      });
    }
    await ctx.settled();
    if (move !== "resume") await Promise.all(halted.map((each) => ctx.execution.halt(each)));
  }
  return showRun(ctx, requireRun(ctx, id));
}

/** Half a patch is worse than a late stop, so applying is completed first. */
function refuseWhileApplying(ctx: Ctx, run: RunDocument, move: RequestedMove): void {
  if (!isApplying(ctx, run)) return;
  throw new InvalidError(
    `The run ${run.id} is applying its approved patch and cannot ${move}. It will end in a moment.`,
  );
}
