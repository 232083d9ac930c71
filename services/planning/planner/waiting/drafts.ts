import { approvalStream } from "../../../../store/approvals/stream.ts";
import { plannerDraftStream } from "../../../../store/planner/draft_stream.ts";
import type { ApplyingLive } from "../../../control/approvals/applying.ts";
import { withdrawReview } from "../../../control/approvals/withdraw_review.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import type { DeleteDraftsInput, DraftDeleteResponse } from "./schemas.ts";

/** Deletes drafts, all or none. Mails that were sent, or may have been, stay as a record. */
export function deleteDrafts(
  ctx: Ctx<ApplyingLive>,
  { draftId, draftIds = draftId === undefined ? [] : [draftId] }: DeleteDraftsInput,
): DraftDeleteResponse {
  const drafts = [...new Set(draftIds)].map((id) => ({
    id,
    draft: ctx.store.documents.get(plannerDraftStream, id),
  }));
  const kept = drafts.find(({ draft }) => draft && ["sending", "sent", "uncertain"].includes(draft.status))
    ?.draft;
  if (kept) {
    throw new InvalidError(
      `The draft ${kept.id} is ${kept.status}, so it can no longer be deleted.`,
    );
  }
  ctx.write(() => {
    for (const { id, draft } of drafts) {
      if (!draft || draft.status === "deleted") continue;
      const approval = draft.approvalId && ctx.store.documents.get(approvalStream, draft.approvalId);
      if (approval && approval.status === "pending") {
        withdrawReview(ctx, approval.id, "The draft was deleted.");
      }
      record(ctx, plannerDraftStream, id, [{ type: "planner.draft_discarded", data: {} }]);
    }
  });
  return {
    deleted: drafts.filter(({ draft }) => draft).map(({ id }) => id),
    notFound: drafts.filter(({ draft }) => !draft).map(({ id }) => id),
  };
}

/** Deletes all unsent drafts of a source, in the caller's unit. */
export function discardDrafts(ctx: Ctx<ApplyingLive>, sourceId: string): void {
  for (const status of ["draft", "failed"] as const) {
    const drafts = ctx.store.documents.all(plannerDraftStream, { sourceId, status });
    if (drafts.length > 0) deleteDrafts(ctx, { draftIds: drafts.map(({ id }) => id) });
  }
}
