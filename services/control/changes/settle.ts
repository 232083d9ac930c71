import { changeStream } from "../../../store/changes/stream.ts";
import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import { missingFlags } from "../../../store/shared/review_flags.ts";
import type { ApplyingLive } from "../approvals/applying.ts";
import { withdrawReview } from "../approvals/withdraw_review.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { Applier, ReviewFlags } from "../../ground/kernel/subject.ts";
import { requireChange } from "./read_model.ts";

/** Throws `InvalidError` if a change that extends rights is approved without all the required reviews. */
export function checkReview(ctx: Ctx, { subject }: ApprovalDocument, flags: ReviewFlags): void {
  const change = requireChange(ctx, subject!.id);
  if (!change.diff.some(({ effect }) => effect === "widens")) return;
  const missing = missingFlags(flags);
  if (missing.length > 0) {
    throw new InvalidError(
      `The change ${change.id} extends what agents may do, so it needs all three review flags. Missing: ${
        missing.join(", ")
      }.`,
    );
  }
}

/** Records that a change was made, and which record it created or changed. */
export function recordApproved(ctx: Ctx, { subject, decision }: ApprovalDocument, resultId: string): void {
  const note = decision?.reviewerNote;
  const data = { resultId, ...(note !== undefined && { reviewerNote: note }) };
  record(ctx, changeStream, subject!.id, [{ type: "agent_profile_change.approved", data }]);
}

/** Handles any decision on a change other than an approval, whatever its kind. */
export const otherDecisions = {
  rejected: (ctx, { subject }, note) => {
    const data = note === undefined ? {} : { reviewerNote: note };
    record(ctx, changeStream, subject!.id, [{ type: "agent_profile_change.rejected", data }]);
  },
  ended: (ctx, { subject }, detail) => {
    if (requireChange(ctx, subject!.id).status !== "pending") return;
    record(ctx, changeStream, subject!.id, [{ type: "agent_profile_change.expired", data: { detail } }]);
  },
} satisfies Applier<Ctx>;

/** Withdraws all other open changes to a record that is no longer the same. */
export function supersedeChanges(
  ctx: Ctx<ApplyingLive>,
  targetId: string,
  detail: string,
  except?: string,
): void {
  const waiting = ctx.store.documents.all(changeStream, { status: "pending", targetId });
  for (const { id, approvalId } of waiting) {
    if (id === except) continue;
    record(ctx, changeStream, id, [{ type: "agent_profile_change.superseded", data: { detail } }]);
    withdrawReview(ctx, approvalId, detail);
  }
}
