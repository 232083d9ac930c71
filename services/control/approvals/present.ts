import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import { Recent } from "../../../store/recent.ts";
import { taskMakers } from "../../../store/worker_machines/task_makers.ts";
import { workerMachineStream } from "../../../store/worker_machines/machine.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { ownedBy } from "../../ground/kernel/owned_by.ts";
import {
  type BundleManifest,
  findDrift,
  findForeign,
  type PathReport,
  signatureOf,
} from "../../machine/repositories/mod.ts";
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
type Budget = { paths: number };

/** What was found by comparing, and what it makes of the checkpoint. */
type Found = {
  drift: readonly PathReport[];
  assessed: Partial<Pick<ApprovalDocument, "risk" | "recommendedAction" | "reasons">>;
};

/** What lists found lately of open checkpoints, by their ids; it holds while no file was touched. */
const seenOf = ownedBy<Ctx["store"], Recent<{ signature: string; atMilliseconds: number; found: Found }>>(
  () => new Recent(1_000),
);

/** How long it is believed that files which look untouched are: a directory on the way may be another. */
const MAX_AGE_MILLISECONDS = 10_000;

/**
 * Compares the working tree with the base while something may still be written. An open checkpoint gets its current
 * risk, reasons and recommendation; a decided one keeps those of its decision. With a budget, as for lists, files that were
 * not touched since the last comparison are not read again.
 */
export async function presentApproval(
  ctx: Ctx,
  approval: ApprovalDocument,
  budget?: Budget,
): Promise<Present> {
  const { bundle, status, application, runId } = approval;
  const writable = status === "pending" || (status === "approved" && application === "stale");
  const run = ctx.store.documents.get(runStream, runId);
  const root = run?.base?.root;
  const manifest = bundle && writable ? readManifest(ctx, bundle.manifestSha256) : null;
  if (!manifest || root === undefined || manifest.files.length > (budget?.paths ?? Infinity)) {
    return { approval, drift: null };
  }
  if (budget) budget.paths -= manifest.files.length;
  const { drift, assessed } = budget && status === "pending"
    ? await unlessUntouched(
      ctx,
      approval,
      signatureOf(root, manifest, ctx.now()),
      () => look(ctx, approval, root, manifest),
    )
    : await look(ctx, approval, root, manifest);
  return { approval: { ...approval, ...assessed }, drift: show(ctx, drift) };
}

async function unlessUntouched(
  { store }: Pick<Ctx, "store">,
  { id }: ApprovalDocument,
  signature: string | null,
  compare: () => Promise<Found>,
): Promise<Found> {
  const seen = seenOf(store);
  const last = seen.get(id);
  const isRecent = last && performance.now() - last.atMilliseconds < MAX_AGE_MILLISECONDS;
  if (isRecent && signature === last.signature) return last.found;
  const atMilliseconds = performance.now();
  const found = await compare();
  if (signature !== null) seen.set(id, { signature, atMilliseconds, found });
  return found;
}

async function look(
  ctx: Ctx,
  approval: ApprovalDocument,
  root: string,
  manifest: BundleManifest,
): Promise<Found> {
  const { runId, round, status, subject, bundle } = approval;
  // A path that is undone already does not hinder an undo.
  const drift = await lookAt(root, manifest, subject ? findForeign : findDrift);
  const evaluation = evaluationsOf(ctx, runId).findLast((each) => each.round === round);
  if (status !== "pending" || !evaluation || subject) return { drift, assessed: {} };
  const run = ctx.store.documents.get(runStream, runId);
  const assessed = assessRisk(manifest, evaluation, {
    secretPaths: bundle?.secretPaths,
    drift,
    base: run?.base,
    sentBackIn: sentBackIn(roundsBefore(ctx, approval), manifest.patchSha256),
    fromOutside: run !== null && isFromOutside(run),
    reporterRevoked: evaluation.reportedBy ? whyRevoked(ctx, evaluation.reportedBy) : null,
    makersRevoked: makersRevoked(ctx, runId),
  });
  return { drift, assessed };
}

/** Returns why a worker machine was revoked; null if it was not. */
function whyRevoked({ store }: Pick<Ctx, "store">, { machineId }: { machineId: string }): string | null {
  const machine = store.documents.get(workerMachineStream, machineId);
  return machine?.status === "revoked" ? machine.statusDetail ?? "" : null;
}

function makersRevoked(ctx: Pick<Ctx, "store">, runId: string): { name: string; detail: string }[] {
  const { documents } = ctx.store;
  const ids = new Set(taskMakers(ctx.store, runId).map(({ machineId }) => machineId));
  return [...ids].flatMap((machineId) => {
    const detail = whyRevoked(ctx, { machineId });
    return detail === null ? [] : [{ name: documents.get(workerMachineStream, machineId)!.name, detail }];
  });
}

/** A directory that is missing or unreadable counts as different as a whole. */
async function lookAt(
  root: string,
  manifest: BundleManifest,
  find: typeof findDrift,
): Promise<PathReport[]> {
  try {
    return await find(root, manifest);
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
