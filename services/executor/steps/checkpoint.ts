import type { Evidence } from "../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { readManifest } from "../../approvals/manifest.ts";
import { assessRisk } from "../../approvals/risk.ts";
import type { ArtifactEntry } from "../../runs/artifact_schemas.ts";
import { artifactsOf, recordArtifact } from "../../runs/artifacts.ts";
import { requestApproval } from "../asking/checkpoint.ts";
import type { StepContext } from "../flow/step_context.ts";
import { manifestPath, patchPath } from "../bundle_paths.ts";
import { counted } from "../../kernel/words.ts";

/** Asks a human for the repository write, with everything that the decision is bound to. */
export async function checkpoint(step: StepContext): Promise<void> {
  const run = step.run();
  const { ctx } = step;
  const { bundle, evaluation } = run;
  const manifest = readManifest(ctx, bundle!.manifestSha256);
  if (!manifest) {
    throw new Error(`the manifest ${bundle!.manifestSha256} of ${run.id} is missing or was changed`);
  }
  const { risk, recommendedAction, reasons } = assessRisk(manifest, evaluation!, bundle!.secretPaths);
  const evaluated = await ctx.artifacts.write(`${JSON.stringify(evaluation, null, 2)}\n`);
  const sizes = {
    patch: (await Deno.stat(ctx.artifacts.path(bundle!.patchSha256))).size,
    manifest: (await Deno.stat(ctx.artifacts.path(bundle!.manifestSha256))).size,
  };
  const output = artifactsOf(ctx, run.id).find((artifact) => artifact.sha256 === evaluation!.outputSha256);
  await step.advance(run.round, () => {
    recordArtifact(ctx, step.context(), evaluated, {
      path: evaluationPath(run.round),
      purpose: "evaluation",
      previewType: "json",
      label: "Evaluation",
      summary: evaluation!.detail.slice(0, 500),
      mediaType: "application/json",
    });
    requestApproval(step, run, {
      policyClass: "repo-write",
      risk,
      recommendedAction,
      reasons,
      title: `Write ${counted(bundle!.files, "file")} to ${run.base!.root}`,
      summary: `+${bundle!.additions} −${bundle!.deletions}, based on ${bundle!.baseCommit.slice(0, 12)}. ${
        evaluation!.detail.slice(0, 1000)
      }`,
      evidence: [...evidenceOf(run, sizes, evaluated), ...outputEvidence(run, output)],
      bundle: bundle!,
    });
  });
}

const evaluationPath = (round: number): string => `evaluations/round-${round}.json`;

function evidenceOf(
  { id, round, bundle, evaluation }: RunDocument,
  sizes: { patch: number; manifest: number },
  evaluated: { sha256: string; size: number },
): Evidence[] {
  return [
    {
      id: `${id}/patch-${round}`,
      kind: "repo-write-patch-bundle",
      path: patchPath(round),
      sha256: bundle!.patchSha256,
      size: sizes.patch,
      summary: `${counted(bundle!.files, "file")}, +${bundle!.additions} −${bundle!.deletions}`,
    },
    {
      id: `${id}/manifest-${round}`,
      kind: "trace",
      path: manifestPath(round),
      sha256: bundle!.manifestSha256,
      size: sizes.manifest,
      summary: "hash and mode of every path before and after",
    },
    {
      id: `${id}/evaluation-${round}`,
      kind: "evaluation",
      path: evaluationPath(round),
      ...evaluated,
      summary: evaluation!.detail.slice(0, 500),
    },
  ];
}

function outputEvidence({ id, round }: RunDocument, output: ArtifactEntry | undefined): Evidence[] {
  if (!output) return [];
  const { path, sha256, size } = output;
  return [{
    id: `${id}/verifier-output-${round}`,
    kind: "verifier-output",
    path,
    sha256,
    size,
    summary: "what it printed",
  }];
}
