import type { Evaluation } from "../../../../store/runs/document.ts";
import { artifactsOf, recordArtifact } from "../../../control/runs/artifacts.ts";
import type { RunPort } from "../../commands/ports.ts";

/** Returns the path of a round's evaluation among the run's artifacts. */
export const evaluationPath = (round: number): string => `evaluations/round-${round}.json`;

/** Stores an evaluation as a file. */
export const writeEvaluation = async (step: RunPort, evaluation: Evaluation) =>
  await step.ctx.artifacts.write(`${JSON.stringify(evaluation, null, 2)}\n`);

/** Returns the file of the evaluation that its round already has; null where older releases stored none. */
export const evaluationFile = (step: RunPort, { round }: Evaluation) =>
  artifactsOf(step.ctx, step.runId).find(({ path }) => path === evaluationPath(round)) ?? null;

/** Records that file as an artifact of the run, in the caller's unit, unless it is one already. */
export function recordEvaluation(
  step: RunPort,
  { round, detail }: Evaluation,
  written: { sha256: string; size: number },
): void {
  const path = evaluationPath(round);
  const known = artifactsOf(step.ctx, step.runId).some((artifact) =>
    artifact.path === path && artifact.sha256 === written.sha256
  );
  if (known) return;
  recordArtifact(step.ctx, step.context(), written, {
    path,
    purpose: "evaluation",
    previewType: "json",
    label: "Evaluation",
    summary: detail.slice(0, 500),
    mediaType: "application/json",
    round,
  });
}
