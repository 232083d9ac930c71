import type { ApprovalDocument } from "../../store/approvals/stream.ts";
import { runStream } from "../../store/runs/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { type BundleManifest, findDrift, type PathReport } from "../repositories/mod.ts";
import { evaluationsOf } from "../runs/evaluations.ts";
import { isFromOutside } from "../runs/origin.ts";
import { readManifest } from "./manifest.ts";
import { assessRisk } from "./risk.ts";
import { roundsBefore, sentBackIn } from "./rounds.ts";
import type { ApprovalDrift } from "./schemas.ts";

/** How many drifted paths are listed; the total counts all. */
const DRIFT_LISTED = 200;

/** A checkpoint in its current state, and what has changed on disk; drift is null if it was not checked. */
export type Present = { approval: ApprovalDocument; drift: ApprovalDrift | null };

/** How many paths may be compared for one response; each is read from disk. */
export type Budget = { paths: number };

/**
 * Compares the working tree with the base while something may still be written. An open checkpoint gets its current
 * risk, reasons and recommendation; a decided one keeps those of its decision.
 */
export async function presentApproval(
  ctx: Ctx,
  approval: ApprovalDocument,
  budget: Budget = { paths: Infinity },
): Promise<Present> {
  const { bundle, status, application, runId } = approval;
  const writable = status === "pending" || (status === "approved" && application === "stale");
  const run = ctx.store.documents.get(runStream, runId);
  const root = run?.base?.root;
  const manifest = bundle && writable ? readManifest(ctx, bundle.manifestSha256) : null;
  if (!manifest || root === undefined || manifest.files.length > budget.paths) {
    return { approval, drift: null };
  }
  budget.paths -= manifest.files.length;
  const found = await lookAt(root, manifest);
  const evaluation = evaluationsOf(ctx, runId).findLast(({ round }) => round === approval.round);
  const assessed = status === "pending" && evaluation && !approval.subject
    ? assessRisk(manifest, evaluation, {
      secretPaths: bundle?.secretPaths,
      drift: found,
      sentBackIn: sentBackIn(roundsBefore(ctx, approval), manifest.patchSha256),
      fromOutside: run !== null && isFromOutside(run),
    })
    : {};
  return { approval: { ...approval, ...assessed }, drift: show(ctx, found) };
}

/** A directory that is missing or unreadable counts as different as a whole. */
async function lookAt(root: string, manifest: BundleManifest): Promise<PathReport[]> {
  try {
    return await findDrift(root, manifest);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return [{ path: root, state: "other", detail: `It cannot be read: ${why}` }];
  }
}

const show = (ctx: Ctx, found: readonly PathReport[]): ApprovalDrift => ({
  checkedAt: ctx.now().toISOString(),
  total: found.length,
  items: found.slice(0, DRIFT_LISTED).map((each) => ({ id: each.path, ...each })),
});
