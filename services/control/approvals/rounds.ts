import { type ApprovalDocument, approvalStream } from "../../../store/approvals/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { ApprovalReview } from "./schemas.ts";

/** A checkpoint that shows a patch of its run's work, whatever its outcome. */
type Shown = ApprovalDocument & { bundle: NonNullable<ApprovalDocument["bundle"]> };

/** Returns the checkpoints of a run that showed a patch of its work, oldest first. */
export const patchesOf = ({ store }: Pick<Ctx, "store">, runId: string): Shown[] =>
  store.documents.all(approvalStream, { runId })
    .filter((each): each is Shown => each.bundle !== undefined && !each.subject);

/** Returns those that precede this one; none if it is not about a run's work. */
export const roundsBefore = (
  ctx: Pick<Ctx, "store">,
  { id, runId, subject, bundle }: ApprovalDocument,
): Shown[] => subject || !bundle ? [] : patchesOf(ctx, runId).filter((other) => other.id < id);

/** Returns the rounds in which the same patch was sent back. */
export const sentBackIn = (before: readonly Shown[], patchSha256: string): number[] =>
  before.filter((each) => wasSentBack(each) && each.bundle.patchSha256 === patchSha256)
    .map(({ round }) => round);

/** Returns rounds as a review shows them, with the remarks on their lines. */
export const showRounds = (before: readonly Shown[]): ApprovalReview["rounds"] =>
  before.map((each) => ({
    id: each.id,
    round: each.round,
    patchSha256: each.bundle.patchSha256,
    sentBack: wasSentBack(each),
    note: each.decision?.reviewerNote ?? null,
    remarks: (each.decision?.remarks ?? []).map((remark, i) => ({ id: `${each.id}/${i}`, ...remark })),
  }));

const wasSentBack = ({ decision }: ApprovalDocument): boolean => decision?.disposition === "rework";
