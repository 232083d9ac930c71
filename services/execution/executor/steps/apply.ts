import { type ApprovalDocument, approvalStream, type Evidence } from "../../../../store/approvals/stream.ts";
import { ArtifactDamagedError } from "../../../../store/artifacts.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { record } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import {
  applyBundle,
  type BundleManifest,
  compareBundle,
  ContentLostError,
  findDrift,
  namedDirectory,
  type PathReport,
  replacementProblem,
  verifyApplied,
} from "../../../machine/repositories/mod.ts";
import { expiryFrom } from "../../../ground/policy/approval_lifetime.ts";
import { recordArtifact } from "../../../control/runs/artifacts.ts";
import { failRun } from "../../../control/runs/end.ts";
import type { RunPort, WorkspacePort } from "../../commands/ports.ts";
import { withWriteLock } from "../../commands/write_lock.ts";
import { deliver, isElsewhere } from "../results/deliver.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { moveRun } from "../../../control/lifecycle/runs.ts";
import { moveApproval } from "../../../control/lifecycle/approvals.ts";

/** Writes the approved bundle to the working tree exactly once, or finds out why it must not be written. */
export const apply = (step: RunPort & WorkspacePort): Promise<void> =>
  withWriteLock(step.run().base!.root, () => applyAlone(step));

async function applyAlone(step: RunPort & WorkspacePort): Promise<void> {
  const run = step.run();
  const { ctx } = step;
  const { root } = run.base!;
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
    const drift = isElsewhere(approval) ? [] : await findDrift(root, manifest);
    if (drift.length > 0) return await stale(step, run, driftDetail(drift), drift);
    await step.advance(run.round, () => {
      const data = { manifestSha256: run.bundle!.manifestSha256, files: manifest.files.length };
      moveApproval(ctx, approval.id, "startApplying", data);
    });
    await step.boundary("apply:intended");
  }
  if (isElsewhere(approval)) return await deliverOrSay(step, run, approval);
  try {
    const token = approval.id.slice(-26);
    const { contentSha256 } = run.bundle!;
    const result = await applyBundle({
      control: await step.control(),
      ...(contentSha256 !== undefined && { keptContent: ctx.artifacts.path(contentSha256) }),
      root,
      manifest,
      token,
      boundary: (point) => step.boundary(`apply:${point}`),
    });
    if (!result.ok) return await conflict(step, run, result.report);
  } catch (cause) {
    if (!(cause instanceof InvalidError || cause instanceof ContentLostError)) throw cause;
    const report = cause instanceof ContentLostError ? await compareBundle(root, manifest) : [];
    return await conflict(step, run, report, cause.message);
  }
  const wrong = await verifyApplied(root, manifest);
  if (wrong.length > 0) return await conflict(step, run, wrong);
  await step.advance(run.round, () => {
    const files = manifest.files.length;
    moveApproval(ctx, approval.id, "applied", { files });
    const data = { approvalId: approval.id, files };
    record(ctx, runStream, run.id, [{ type: "run.patch_applied", data }], step.context());
  });
}

/** Reports a branch that cannot be created; nothing else is touched. */
async function deliverOrSay(
  step: RunPort & WorkspacePort,
  run: RunDocument,
  approval: ApprovalDocument,
): Promise<void> {
  try {
    await deliver(step, run, approval);
  } catch (cause) {
    if (!(cause instanceof InvalidError)) throw cause;
    await conflict(step, run, [], cause.message);
  }
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
    list(drift)
  }. Nothing was written.`;

const list = (report: readonly PathReport[]): string =>
  report.slice(0, 10).map(({ path, detail }) => `${path} (${detail})`).join(", ");

async function storeReport(step: RunPort, run: RunDocument, report: readonly PathReport[]) {
  if (report.length === 0) return {};
  const content = await step.ctx.artifacts.write(`${JSON.stringify(report, null, 2)}\n`);
  const recordReport = () =>
    recordArtifact(step.ctx, step.context(), content, {
      path: `apply/round-${run.round}.json`,
      purpose: "apply-report",
      previewType: "json",
      label: "Apply report",
      summary: counted(report.length, "path"),
      mediaType: "application/json",
    });
  return { content, recordReport };
}

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
      detail: `${detail} Retry a task to redo the work on the current files, or cancel the run.`,
      expiresAt: expiryFrom(ctx.now()),
      defaultAction: "the run fails with approval_stale",
    };
    moveRun(ctx, run.id, "wait", { waitingFor });
  });
}

/** Reports each path that is in neither the old nor the new state, so that a human can check it. */
async function conflict(
  step: RunPort,
  run: RunDocument,
  report: readonly PathReport[],
  why?: string,
): Promise<void> {
  const { ctx } = step;
  const other = report.filter(({ state }) => state !== "after");
  const written = report.length - other.length;
  const detail = why ??
    `Of ${counted(report.length, "path")}, ${written} were written as approved; these were not: ${
      list(other)
    }. The apply report lists each.`;
  const stored = await storeReport(step, run, report);
  await step.advance(run.round, () => {
    stored.recordReport?.();
    const data = { detail, ...(stored.content && { reportSha256: stored.content.sha256 }) };
    moveApproval(ctx, run.approvalId!, "applyFailed", data);
    failRun(ctx, run, "apply_conflict", detail);
  });
}
