import type { RunDocument, WaitingFor } from "../../../../store/runs/document.ts";
import { type Contender, isThrough, type Race } from "../../../../store/runs/race.ts";
import { withThis } from "../../../../store/runs/rounds.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { contextOf } from "../../../control/lifecycle/event_context.ts";
import { moveRun } from "../../../control/lifecycle/runs.ts";
import { failRun } from "../../../control/runs/end.ts";
import { bestAttempt } from "../../../control/runs/judge.ts";
import { requireRun } from "../../../control/runs/read_model.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { expiryFrom } from "../../../ground/policy/approval_lifetime.ts";
import type { StepContext } from "../../tasks/step_context.ts";
import { recordLost, stopTasks } from "./lose.ts";

const hasChanges = ({ bundle }: Contender): boolean => (bundle?.files ?? 0) > 0;

/** Returns the contenders whose result changes something and passed, in the order in which they were through. */
export const greens = ({ contenders }: Race): number[] =>
  contenders.map((each, i) => ({ ...each, contender: i + 1 }))
    .filter((each) => hasChanges(each) && each.evaluation?.outcome === "passed")
    .toSorted((a, b) => (a.finishedAt ?? "").localeCompare(b.finishedAt ?? ""))
    .map(({ contender }) => contender);

/**
 * Ends a race in which nobody works any more, or whose first was found: the first that passed is picked where that was requested,
 * otherwise the run waits for a human who picks.
 */
export async function endRace(step: StepContext): Promise<void> {
  await step.boundary("race:ending");
  await step.advance(step.run().round, (run) => {
    const { ctx } = step;
    const race = run.race!;
    if (race.over === undefined && race.contenders.every(({ lost }) => lost)) return failAll(ctx, run, race);
    const [first] = race.pick === "first-green" ? greens(race) : [];
    if (first !== undefined) {
      closeRace(
        ctx,
        run,
        `Contender ${first} was the first whose result passed.`,
        `Contender ${first} passed first.`,
      );
      return recordPick(ctx, run.id, [{ contender: first }]);
    }
    const through = race.contenders.filter(({ bundle }) => bundle).length;
    if (race.over === undefined) {
      const none = race.pick === "first-green" ? " None of them passed." : "";
      closeRace(
        ctx,
        run,
        `${counted(through, "contender")} of ${race.contenders.length} have a result.${none}`,
      );
    }
    // Where nothing was changed there is nothing to pick.
    if (race.contenders.some(hasChanges)) return waitForPick(ctx, run.id);
    recordPick(ctx, run.id, [{ contender: race.contenders.findIndex(({ bundle }) => bundle) + 1 }]);
  });
}

function failAll(ctx: Ctx, run: RunDocument, { contenders }: Race): void {
  const why = contenders.map(({ worker, lost }, i) => `${i + 1} (${worker.provider}): ${lost!.detail}`);
  const detail = `None of the ${contenders.length} contenders has a result. ${why.join(" ")}`;
  failRun(ctx, run, contenders[0]!.lost!.reason, detail);
}

/** Records that a race is over, in the caller's unit. Contenders that are still at work are out, for the given reason. */
export function closeRace(ctx: Ctx, run: RunDocument, detail: string, why = detail): void {
  for (const [i, each] of run.race!.contenders.entries()) {
    if (each.lost || isThrough(each) || keepBest(ctx, run, i + 1, why)) continue;
    recordLost(ctx, run.id, i + 1, { reason: "user_cancelled", detail: why });
  }
  record(ctx, runStream, run.id, [{ type: "run.race_ended", data: { detail } }], contextOf(run));
}

/**
 * Stops the fix round of a contender and keeps its best attempt, in the caller's unit. Returns the task sessions that are stopped;
 * null if it has no attempt.
 */
export function keepBest(ctx: Ctx, run: RunDocument, contender: number, why: string): string[] | null {
  const best = bestAttempt(withThis(run.race!.contenders[contender - 1]!));
  if (!best) return null;
  const stopped = stopTasks(ctx, run.id, contender, why);
  const data = { contender, round: best.round, detail: why };
  record(ctx, runStream, run.id, [{ type: "run.fixing_ended", data }], contextOf(run));
  return stopped;
}

type Picked = { parts: NonNullable<Race["picked"]>; result?: { tree: string; commit: string } };

/** Records what was picked, in the caller's unit, in another round. */
export function recordPick(
  ctx: Ctx,
  runId: string,
  parts: Picked["parts"],
  result?: Picked["result"],
): void {
  const run = requireRun(ctx, runId);
  const data = { round: run.round + 1, parts, ...(result && { result }) };
  record(ctx, runStream, run.id, [{ type: "run.result_picked", data }], contextOf(run));
}

/** Makes a run wait until a human picks a result of its race, in the caller's unit. */
export function waitForPick(ctx: Ctx, runId: string): void {
  const now = ctx.now();
  const waitingFor: WaitingFor = {
    kind: "input",
    id: runId,
    since: now.toISOString(),
    detail: "The race is over. Pick a result to review it.",
    expiresAt: expiryFrom(now),
    defaultAction: "the run fails, because nobody picked a result",
  };
  moveRun(ctx, runId, "wait", { waitingFor });
}
