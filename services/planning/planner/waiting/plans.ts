import { plannerActionStream } from "../../../../store/planner/action_stream.ts";
import type { ApplyingLive } from "../../../control/approvals/applying.ts";
import { withdrawReview } from "../../../control/approvals/withdraw_review.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";

/** Ends up to `most` plans that were not approved within a day, in the caller's unit. Returns how many. */
export function expirePlans(ctx: Ctx<ApplyingLive>, most: number): number {
  const now = ctx.now().toISOString();
  let ended = 0;
  for (const status of ["needs_review", "planned"] as const) {
    for (const action of ctx.store.documents.find(plannerActionStream, { status }, { limit: most - ended })) {
      if (action.expiresAt > now) continue;
      const detail = `It was not approved by ${action.expiresAt}.`;
      if (action.approvalId !== null) withdrawReview(ctx, action.approvalId, detail);
      else {
        record(ctx, plannerActionStream, action.id, [
          { type: "planner.action_ended", data: { status: "expired", detail } },
        ]);
      }
      ended++;
    }
  }
  return ended;
}

/** Withdraws all unapproved plans of a source, in the caller's unit. */
export function withdrawPlans(ctx: Ctx<ApplyingLive>, sourceId: string): void {
  const waiting = { sourceId, status: "needs_review" as const };
  for (const { approvalId } of ctx.store.documents.all(plannerActionStream, waiting)) {
    withdrawReview(ctx, approvalId!, "Its source was removed.");
  }
}
