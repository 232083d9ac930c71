import { basename } from "node:path";
import type { Evidence } from "../../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { requireManifest } from "../../../control/approvals/manifest.ts";
import { assessRisk } from "../../../control/approvals/risk.ts";
import { patchesOf, sentBackIn } from "../../../control/approvals/rounds.ts";
import type { ArtifactEntry } from "../../../control/runs/artifact_schemas.ts";
import { artifactsOf } from "../../../control/runs/artifacts.ts";
import { failRun } from "../../../control/runs/end.ts";
import { findDrift, referenceOf } from "../../../machine/repositories/mod.ts";
import { pickWords } from "../../../control/runs/race.ts";
import { requestOf } from "../../../control/runs/read_model.ts";
import { isFromOutside } from "../../../control/runs/origin.ts";
import { requestApproval } from "../../questions/approval.ts";
import type { RunPort } from "../../commands/ports.ts";
import {
  evaluationFile,
  evaluationPath,
  recordEvaluation,
  writeEvaluation,
} from "../results/evaluation_file.ts";
import { manifestPath, patchPath, peoplePath } from "../../../control/runs/bundle_paths.ts";
import { counted, firstLine } from "../../../ground/kernel/words.ts";

/**
 * Asks a human to approve the repository write, with everything that the decision is bound to. A result that the verifier
 * failed is also shown, and labeled as such, unless the run was to fail then or has nothing to write.
 */
export async function checkpoint(step: RunPort): Promise<void> {
  const run = step.run();
  const { ctx } = step;
  const { bundle, evaluation } = run;
  const failed = evaluation!.outcome === "failed";
  // What a human selected, rebased or picked is shown whatever the verifier says: the choice was not the worker's.
  const isChosen = run.result!.partial || run.rebasedFrom !== undefined || run.race !== undefined;
  const ends = bundle!.files === 0 || (run.onRed === "fail" && !isChosen);
  if (failed && ends) {
    await step.advance(run.round, () => failRun(ctx, run, "verification_failed", evaluation!.detail));
    return;
  }
  const manifest = requireManifest(ctx, bundle!.manifestSha256);
  const drift = await findDrift(run.base!.root, manifest);
  const assessed = assessRisk(manifest, evaluation!, {
    secretPaths: bundle!.secretPaths,
    drift,
    base: run.base,
    sentBackIn: sentBackIn(patchesOf(ctx, run.id), bundle!.patchSha256),
    fromOutside: isFromOutside(run),
  });
  const evaluated = evaluationFile(step, evaluation!) ?? await writeEvaluation(step, evaluation!);
  const sizes = {
    patch: (await Deno.stat(ctx.artifacts.path(bundle!.patchSha256))).size,
    manifest: (await Deno.stat(ctx.artifacts.path(bundle!.manifestSha256))).size,
  };
  const artifacts = artifactsOf(ctx, run.id);
  const output = artifacts.find(({ sha256 }) => sha256 === evaluation!.outputSha256);
  const people = artifacts.find(({ path }) => path === peoplePath(evaluation!.round));
  await step.advance(run.round, () => {
    recordEvaluation(step, evaluation!, evaluated);
    requestApproval(step, run, {
      policyClass: "repo-write",
      ...assessed,
      reasons: [...assessed.reasons, ...run.policy?.alternates?.map(referenceOf) ?? []],
      title: `${firstLine(ctx.redactor.text(requestOf(ctx, run)).trim())}${
        failed ? " (the verifier failed)" : ""
      }`,
      summary: `Writes ${counted(bundle!.files, "file")} to ${basename(run.base!.root)}, +${
        bundle!.additions
      } −${bundle!.deletions}.${pickWords(run)} ${evaluation!.detail.slice(0, 1000)}`,
      evidence: [
        ...evidenceOf(run, sizes, evaluated),
        ...outputEvidence(run, output),
        ...peopleEvidence(run, people),
      ],
      bundle: bundle!,
      // An earlier attempt may have been the best one.
      round: evaluation!.round,
    });
  });
}

function evidenceOf(
  { id, bundle, evaluation }: RunDocument,
  sizes: { patch: number; manifest: number },
  evaluated: { sha256: string; size: number },
): Evidence[] {
  const { round } = evaluation!;
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
      summary: "Hash and mode of every path before and after",
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

/** What people changed by hand, which the review shows at each file. */
function peopleEvidence({ id, evaluation }: RunDocument, people: ArtifactEntry | undefined): Evidence[] {
  if (!people) return [];
  const { path, sha256, size, summary } = people;
  return [{ id: `${id}/people-${evaluation!.round}`, kind: "trace", path, sha256, size, summary }];
}

function outputEvidence({ id, evaluation }: RunDocument, output: ArtifactEntry | undefined): Evidence[] {
  if (!output) return [];
  const { path, sha256, size } = output;
  return [{
    id: `${id}/verifier-output-${evaluation!.round}`,
    kind: "verifier-output",
    path,
    sha256,
    size,
    summary: "Output of the verifier",
  }];
}
