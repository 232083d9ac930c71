import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { withdrawPermissions } from "../../control/approvals/withdraw.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { FIXER, sessionsOf } from "../../control/lifecycle/sessions.ts";
import { moveRun } from "../../control/lifecycle/runs.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import type { ExecutionLive } from "../../control/runs/execution.ts";
import { bestAttempt } from "../../control/runs/judge.ts";
import { requireRun, showRun } from "../../control/runs/read_model.ts";
import { keepBest } from "./race/end.ts";
import type { Run } from "../../control/runs/schemas.ts";

/**
 * Stops the current fix round with all of its processes, and shows the best attempt so far for a decision. In a race it stops
 * those of all contenders, each of which keeps its best attempt.
 */
export async function stopFixing(ctx: Ctx<ExecutionLive>, id: string): Promise<Run> {
  const run = requireRun(ctx, id);
  if (run.fixing?.ended) return showRun(ctx, run);
  if (run.race && run.race.over === undefined) return await stopFixingInRace(ctx, run);
  const best = bestSoFar(run);
  if (!best) {
    throw new InvalidError(
      `The run ${id} is ${run.status} and not in a fix round, so there is nothing to stop.`,
    );
  }
  ctx.write(() => {
    for (const session of sessionsOf(ctx, id)) {
      if (session.role !== FIXER || session.round !== run.round) continue;
      withdrawPermissions(ctx, id, session.id, "The fix round was stopped.");
      moveSession(ctx, session.id, "cancel", { detail: "The fix round was stopped." });
    }
    // A new round begins, so late results of the stopped one are not recorded.
    const data = { round: best.round, detail: STOPPED, next: run.round + 1 };
    record(ctx, runStream, id, [{ type: "run.fixing_ended", data }], contextOf(run));
    moveRun(ctx, id, "proceed", { reason: "the fix round was stopped" });
  });
  await Promise.all([ctx.settled(), ctx.execution.halt(id)]);
  return showRun(ctx, requireRun(ctx, id));
}

async function stopFixingInRace(ctx: Ctx<ExecutionLive>, { id }: RunDocument): Promise<Run> {
  const stopped = ctx.write(() => {
    const run = requireRun(ctx, id);
    const fixing = run.race!.contenders.flatMap(({ fixing, bundle, lost }, i) =>
      fixing && !fixing.ended && !bundle && !lost ? [i + 1] : []
    );
    if (fixing.length === 0) {
      throw new InvalidError(`No contender of the run ${id} is in a fix round, so there is nothing to stop.`);
    }
    const sessions = fixing.flatMap((contender) => keepBest(ctx, run, contender, STOPPED) ?? []);
    moveRun(ctx, id, "proceed", { reason: "the fix rounds were stopped" });
    return sessions;
  });
  await Promise.all([ctx.settled(), ...stopped.map((session) => ctx.execution.halt(id, session))]);
  return showRun(ctx, requireRun(ctx, id));
}

const STOPPED = "It was stopped manually.";

/** Returns the best attempt before the current fix round; undefined without one. */
function bestSoFar({ finishedAt, bundle, fixing, attempts = [] }: RunDocument) {
  if (finishedAt || bundle || !fixing || fixing.used === 0) return undefined;
  return bestAttempt(attempts.filter(({ round }) => round >= fixing.from));
}
