import { plannerActionStream } from "../../../store/planner/action_stream.ts";
import type { ApplyingLive } from "../../approvals/applying.ts";
import { withdrawReview } from "../../approvals/withdraw_review.ts";
import { type Ctx, record } from "../../kernel/context.ts";

const PAGE = 200;

/** Ends plans that nobody approved within their day, in the unit of the caller. Returns how many. */
export function expirePlans(ctx: Ctx<ApplyingLive>): number {
  const now = ctx.now().toISOString();
  let ended = 0;
  for (const status of ["needs_review", "planned"] as const) {
    for (const action of ctx.store.documents.find(plannerActionStream, { status }, { limit: PAGE })) {
      if (action.expiresAt > now) continue;
      const detail = `Nobody approved it by ${action.expiresAt}.`;
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

/** Takes back all plans of a source that nobody approved yet, in the unit of the caller. */
export function withdrawPlans(ctx: Ctx<ApplyingLive>, sourceId: string): void {
  const waiting = { sourceId, status: "needs_review" as const };
  for (const { approvalId } of ctx.store.documents.find(plannerActionStream, waiting, { limit: 1000 })) {
    withdrawReview(ctx, approvalId!, "Its source was removed.");
  }
}
