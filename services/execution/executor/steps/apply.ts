import { approvalStream, type Evidence } from "../../../../store/approvals/stream.ts";
import { ArtifactDamagedError } from "../../../../store/artifacts.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { carryOut } from "../../../ground/effects/carry_out.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import {
  type BundleManifest,
  findDrift,
  namedDirectory,
  type PathReport,
  replacementProblem,
} from "../../../machine/repositories/mod.ts";
import { expiryFrom } from "../../../ground/policy/approval_lifetime.ts";
import type { RunPort, WorkspacePort } from "../../commands/ports.ts";
import { withWriteLock } from "../../commands/write_lock.ts";
import { isElsewhere } from "../results/deliver.ts";
import { listPaths, patchEffect, storeReport } from "../results/patch_effect.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { moveRun } from "../../../control/lifecycle/runs.ts";
import { moveApproval } from "../../../control/lifecycle/approvals.ts";

/** Writes the approved bundle to the working tree exactly once, or finds out why it must not be written. */
export const apply = (step: RunPort & WorkspacePort): Promise<void> =>
  withWriteLock(step.run().base!.root, () => applyAlone(step));

async function applyAlone(step: RunPort & WorkspacePort): Promise<void> {
  const run = step.run();
  const { ctx } = step;
  const approval = ctx.store.documents.get(approvalStream, run.approvalId!)!;
  let manifest: BundleManifest;
  try {
    manifest = await readReviewed(step, run, approval.evidence);
  } catch (cause) {
    if (!(cause instanceof ArtifactDamagedError) || approval.application === "applying") throw cause;
    return await stale(step, run, cause.message, []);
  }
  if (approval.application === "ready") {
    const replaced = await findReplacement(step, run);
    if (replaced !== null) return await stale(step, run, `${replaced} Nothing was written.`, []);
    const drift = isElsewhere(approval) ? [] : await findDrift(run.base!.root, manifest);
    if (drift.length > 0) return await stale(step, run, driftDetail(drift), drift);
  }
  await carryOut(patchEffect(step, run, approval, manifest), {
    signal: step.signal,
    boundary: step.boundary,
  });
}

/** Returns why the directory no longer holds the repository that the patch was made for; null when it does. */
async function findReplacement(step: RunPort & WorkspacePort, { base }: RunDocument): Promise<string | null> {
  try {
    const origin = { ...base!, directory: namedDirectory(base!) };
    return await replacementProblem(await step.control(), step.ctx.config.storageDirectory, origin);
  } catch (cause) {
    if (cause instanceof InvalidError) return cause.message;
    throw cause;
  }
}

/** Returns the manifest after checking that the bundle and all other evidence are what was reviewed. */
async function readReviewed(
  { ctx }: RunPort,
  run: RunDocument,
  evidence: readonly Evidence[],
): Promise<BundleManifest> {
  for (const { path, sha256 } of evidence) {
    try {
      await ctx.artifacts.read(sha256);
    } catch (cause) {
      if (!(cause instanceof ArtifactDamagedError)) throw cause;
      throw new ArtifactDamagedError(`${path} was changed after the review. ${cause.message}`, { cause });
    }
  }
  return JSON.parse(await ctx.artifacts.readText(run.bundle!.manifestSha256));
}

const driftDetail = (drift: readonly PathReport[]): string =>
  `The working tree differs from the base of the patch in ${counted(drift.length, "path")} that it changes: ${
    listPaths(drift)
  }. Nothing was written.`;

/** Makes the run wait for rework or cancellation; nothing was written. */
async function stale(
  step: RunPort,
  run: RunDocument,
  detail: string,
  report: readonly PathReport[],
): Promise<void> {
  const { ctx } = step;
  const stored = await storeReport(step, run, report);
  await step.advance(run.round, () => {
    stored.recordReport?.();
    const data = { detail, ...(stored.content && { reportSha256: stored.content.sha256 }) };
    moveApproval(ctx, run.approvalId!, "stale", data);
    const waitingFor = {
      kind: "input" as const,
      id: run.approvalId!,
      since: ctx.now().toISOString(),
      detail:
        `${detail} Commit what was changed there and rebase the change, retry a task to redo the work, or cancel the run.`,
      expiresAt: expiryFrom(ctx.now()),
      defaultAction: "the run fails, because its result does not fit the files",
    };
    moveRun(ctx, run.id, "wait", { waitingFor });
  });
}
