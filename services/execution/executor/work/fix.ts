import type { RunDocument } from "../../../../store/runs/document.ts";
import { withThis } from "../../../../store/runs/rounds.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { record } from "../../../ground/kernel/context.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { queueFollowUp } from "../../../control/lifecycle/follow_up.ts";
import { FIXER, hasGivenUp } from "../../../control/lifecycle/sessions.ts";
import { DEFAULT_FIX_ROUNDS, outputGuidance } from "../../../control/runs/fix_words.ts";
import { bestAttempt } from "../../../control/runs/judge.ts";
import { profileOf } from "../../../control/runs/planned.ts";
import { requestOf, requireRun } from "../../../control/runs/read_model.ts";
import { chooseWorker } from "../../tasks/choose_worker.ts";
import { by, type RunPort } from "../../commands/ports.ts";

/**
 * Hands the output of a failed verification back to the worker in a new round, or continues with the best attempt when no fix
 * round is left.
 */
export async function fix(step: RunPort): Promise<void> {
  const { ctx } = step;
  const run = step.run();
  const found = whyOver(step, run);
  const hash = run.evaluation?.outputSha256;
  const output = found === null && hash ? await ctx.artifacts.readText(hash) : "";
  await step.boundary("fix:decided");
  await step.advance(run.round, (now) => {
    // A person may have stopped it meanwhile.
    const why = now.fixing?.stopped ?? found;
    if (why !== null) return endFixing(step, now, why);
    const round = run.round + contendersOf(step);
    const taskSessionId = queueFollowUp(ctx, run, {
      taskId: `fix_${round}`,
      title: `Fix what the verifier found, round ${named(step, round)}`,
      role: FIXER,
      guidance: outputGuidance(run.evaluation!, output),
      profile: profileOf(ctx, step.sessions()),
      round,
      ...by(step),
    });
    const data = { round, taskSessionId, ...by(step) };
    record(ctx, runStream, run.id, [{ type: "run.fix_requested", data }], step.context());
  });
}

/** Returns how many take turns at the numbers of rounds: the contenders of a race. */
const contendersOf = ({ ctx, runId, contender }: RunPort): number =>
  contender === undefined ? 1 : requireRun(ctx, runId).race?.contenders.length ?? 1;

/** Returns which of its rounds a worker calls this one. */
const named = (step: RunPort, round: number): number => Math.ceil(round / contendersOf(step));

/** Returns why no further fix round starts; null if one does. */
function whyOver(step: RunPort, run: RunDocument): string | null {
  if (run.fixing?.stopped !== undefined) return run.fixing.stopped;
  if (!run.result) return gaveUp(step, run);
  if (run.result.partial) return "A human selected these changes.";
  if (run.definitionSha256) return "Its workflow decides what is repeated.";
  const limit = run.fix ?? DEFAULT_FIX_ROUNDS;
  const { from = 1, used = 0 } = run.fixing ?? {};
  if (limit === 0) return "No fix rounds were requested.";
  const choice = chooseWorker(step.ctx, run, requestOf(step.ctx, run));
  if ("missing" in choice) return `No worker could use the verifier's output. ${choice.missing}`;
  if (choice.worker.read) return "The worker would repeat the same work.";
  const { tree } = run.result;
  const same = (run.attempts ?? []).find(({ round, result, lost }) =>
    !lost && round >= from && round < run.round && result.tree === tree
  );
  if (same) {
    return `Round ${named(step, run.round)} produced the same files as round ${named(step, same.round)}.`;
  }
  return used >= limit ? `The verifier still fails after ${counted(used, "fix round")}.` : null;
}

function gaveUp(step: RunPort, run: RunDocument): string {
  const session = step.sessions().find((each) => hasGivenUp(run, [each]));
  const why = session?.statusDetail ?? "no reason was recorded.";
  return `Round ${named(step, run.round)} produced nothing: ${why}`;
}

/** Keeps the best attempt since the last human instruction, in the caller's unit. */
function endFixing(step: RunPort, run: RunDocument, detail: string): void {
  const from = run.fixing?.from ?? 1;
  const attempts = withThis(run);
  const best = bestAttempt(attempts.filter(({ round }) => round >= from)) ?? attempts.at(-1);
  if (!best) throw new Error(`the run ${run.id} has no attempt to continue with`);
  const data = { round: best.round, detail, ...by(step) };
  record(step.ctx, runStream, run.id, [{ type: "run.fixing_ended", data }], step.context());
}
