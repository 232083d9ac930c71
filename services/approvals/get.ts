import { type ApprovalDocument, approvalStream } from "../../store/approvals/stream.ts";
import { runStream } from "../../store/runs/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { evaluationsOf } from "../runs/evaluations.ts";
import { findDrift } from "../repositories/mod.ts";
import { readManifest } from "./manifest.ts";
import { queueItem } from "./queue.ts";
import { requireApproval } from "./read_model.ts";
import type { ApprovalDrift, ApprovalReview } from "./schemas.ts";

/** Drifted paths that are listed; the total says how many there are. */
const DRIFT_LISTED = 200;

/** One checkpoint, waiting or decided. Compares the working tree with the base as long as something may be written. */
export async function getApproval(ctx: Ctx, id: string): Promise<ApprovalReview> {
  const approval = requireApproval(ctx, id);
  const drift = await driftOf(ctx, approval);
  // What was decided while the files were read is in the answer.
  const current = requireApproval(ctx, id);
  const [newest] = current.subject
    ? []
    : ctx.store.documents.find(approvalStream, { runId: current.runId }, { limit: 1, newestFirst: true });
  const later = newest && newest.id > id;
  return {
    ...queueItem(ctx, current),
    ...aboutRun(ctx, current),
    drift,
    nextApprovalId: later ? newest.id : null,
  };
}

function aboutRun(
  ctx: Ctx,
  { runId, round }: ApprovalDocument,
): Pick<ApprovalReview, "target" | "worker" | "policy" | "evaluation"> {
  const run = ctx.store.documents.get(runStream, runId);
  const evaluation = evaluationsOf(ctx, runId).findLast((each) => each.round === round);
  const { base, plannedBy, worker, policy } = run ?? {};
  return {
    target: base ? { root: base.root, kind: base.kind, commit: base.commit, ref: base.ref } : null,
    worker: plannedBy ?? worker ?? null,
    policy: policy ?? null,
    evaluation: evaluation ?? null,
  };
}

async function driftOf(ctx: Ctx, approval: ApprovalDocument): Promise<ApprovalDrift | null> {
  const { bundle, status, application, runId } = approval;
  const writable = status === "pending" || (status === "approved" && application === "stale");
  const root = ctx.store.documents.get(runStream, runId)?.base?.root;
  const manifest = bundle && writable ? readManifest(ctx, bundle.manifestSha256) : null;
  if (!manifest || root === undefined) return null;
  const found = await findDrift(root, manifest);
  return {
    checkedAt: ctx.now().toISOString(),
    total: found.length,
    items: found.slice(0, DRIFT_LISTED).map((each) => ({ id: each.path, ...each })),
  };
}
