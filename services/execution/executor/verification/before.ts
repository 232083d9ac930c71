import type { Evaluation, RunDocument } from "../../../../store/runs/document.ts";
import { checkWithKey } from "../../../control/combinations/known.ts";
import { checkKey } from "../../commands/check_key.ts";
import type { RunPort } from "../../commands/ports.ts";

/**
 * Returns the evaluation of a rebased result whose files passed the same verifier before the rebase, on this machine; null where
 * none did. A run with a setup, one whose verification a person asked for, and one that worker machines may verify have none.
 */
export async function verifiedBefore(
  step: RunPort,
  run: RunDocument,
): Promise<{ evaluation: Evaluation; output: string } | null> {
  const { ctx } = step;
  const { rebasedFrom, verifyHere, round, preparation } = run;
  if (!rebasedFrom || verifyHere === round || preparation !== null || ctx.config.workerDoor !== null) {
    return null;
  }
  const { root, repositoryId } = run.base!;
  const { command } = run.verifier!;
  const { tree } = run.result!;
  const known = checkWithKey(ctx, await checkKey(step, { root, repositoryId, tree, command, setup: null }));
  if (known?.outcome !== "passed") return null;
  const { combinationId, at, durationMilliseconds, confinement, output } = known;
  return {
    output,
    evaluation: {
      id: ctx.newId("evaluation"),
      outcome: "passed",
      round,
      command,
      exitCode: 0,
      ...(durationMilliseconds !== undefined && { durationMilliseconds }),
      ...(confinement && { confinement }),
      verifiedBefore: combinationId,
      detail:
        `The verifier "${command}" passed with exactly these files at ${at}, before the rebase. It was not run again.`,
    },
  };
}
