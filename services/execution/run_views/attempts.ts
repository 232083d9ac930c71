import type { z } from "zod";
import type { RunDocument } from "../../../store/runs/document.ts";
import { attemptOf, withThis } from "../../../store/runs/rounds.ts";
import { patchPath } from "../../control/runs/bundle_paths.ts";
import { verifierOutputPath } from "../../control/runs/verification_paths.ts";
import type { attemptViewSchema } from "./detail_schemas.ts";

type AttemptView = z.output<typeof attemptViewSchema>;

/** Returns every round of a run that produced a patch and a verdict, oldest first. */
export function attemptsOf(run: RunDocument): AttemptView[] {
  const current = attemptOf(run);
  const before = (run.attempts ?? []).filter(({ round }) => round !== current?.round);
  return [...before, ...(current ? [current] : [])].toSorted((a, b) => a.round - b.round).map(
    ({ round, evaluation, bundle, lost = false }) => ({
      id: `${run.id}/attempt-${round}`,
      round,
      contender: contenderOf(run, round),
      current: round === current?.round,
      lost,
      outcome: evaluation.outcome,
      detail: evaluation.detail,
      failures: evaluation.failures ?? [],
      newFailures: evaluation.newFailures ?? null,
      files: bundle.files,
      additions: bundle.additions,
      deletions: bundle.deletions,
      patchSha256: bundle.patchSha256,
      patchPath: bundle.files > 0 ? patchPath(round) : null,
      outputPath: evaluation.outputSha256 ? verifierOutputPath(round) : null,
    }),
  );
}

/** Returns the contender of a race that made an attempt. */
function contenderOf({ race }: RunDocument, round: number): number | null {
  const at = race?.contenders.findIndex((each) => withThis(each).some((attempt) => attempt.round === round));
  return at === undefined || at < 0 ? null : at + 1;
}
