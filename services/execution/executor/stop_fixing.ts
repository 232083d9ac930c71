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
 * Stops the current fix round with all of its processes, and shows the best attempt so far for a decision. A round whose verifier
 * has failed already is that attempt if none is better. In a race it stops those of all contenders, each of which keeps its best
 * attempt.
 */
export async function stopFixing(ctx: Ctx<ExecutionLive>, id: string): Promise<Run> {
  const run = requireRun(ctx, id);
  if (run.fixing?.ended) return showRun(ctx, run);
  if (run.finishedAt) throw nothingToStop(run);
  if (run.race && run.race.over === undefined) return await stopFixingInRace(ctx, run);
  if (isRed(run)) {
    if (!isStopped(run)) ctx.write(() => stopAfterThis(ctx, run));
    await ctx.settled();
    return showRun(ctx, requireRun(ctx, id));
  }
  const best = bestSoFar(run);
  if (!best) throw nothingToStop(run);
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
    const present = run.race!.contenders.map((each, i) => ({ ...each, contender: i + 1 }))
      .filter(({ lost }) => !lost);
    const fixing = present.filter((each) => isRed(each) ? !isStopped(each) : isInFixRound(each));
    if (fixing.length === 0) {
      if (present.some((each) => each.fixing?.ended || isStopped(each))) return [];
      throw new InvalidError(`No contender of the run ${id} is in a fix round, so there is nothing to stop.`);
    }
    const sessions = fixing.flatMap((each) => {
      if (!isRed(each)) return keepBest(ctx, run, each.contender, STOPPED) ?? [];
      stopAfterThis(ctx, run, each.contender);
      return [];
    });
    moveRun(ctx, id, "proceed", { reason: "the fix rounds were stopped" });
    return sessions;
  });
  await Promise.all([ctx.settled(), ...stopped.map((session) => ctx.execution.halt(id, session))]);
  return showRun(ctx, requireRun(ctx, id));
}

const STOPPED = "It was stopped manually.";

const nothingToStop = ({ id, status }: RunDocument): InvalidError =>
  new InvalidError(`The run ${id} is ${status} and not in a fix round, so there is nothing to stop.`);

/** What is recorded of the fix rounds of a run, or of a contender of its race. */
type Rounds = Pick<RunDocument, "evaluation" | "fixing">;

const isFixing = ({ fixing }: Rounds): boolean => (fixing?.used ?? 0) > 0 && !fixing?.ended;

/** Whether a fix round has failed, and another one is still to begin. */
const isRed = (of: Rounds): boolean => isFixing(of) && of.evaluation?.outcome === "failed";

const isStopped = ({ fixing }: Rounds): boolean => fixing?.stopped !== undefined;

const isInFixRound = (of: Rounds): boolean => isFixing(of) && !of.evaluation;

/** Records that no further round begins after the one that has failed, in the caller's unit. */
function stopAfterThis(ctx: Ctx, run: RunDocument, contender?: number): void {
  const data = { detail: STOPPED, ...(contender !== undefined && { contender }) };
  record(ctx, runStream, run.id, [{ type: "run.fixing_stopped", data }], contextOf(run));
}

/** Returns the best attempt before the current fix round; undefined without one. */
function bestSoFar(run: RunDocument) {
  const { fixing, attempts = [] } = run;
  if (!fixing || !isInFixRound(run)) return undefined;
  return bestAttempt(attempts.filter(({ round }) => round >= fixing.from));
}
