import type { Ctx } from "../kernel/context.ts";
import { moveApproval } from "../lifecycle/approvals.ts";
import type { ApplyingLive } from "./applying.ts";
import { requireApproval } from "./read_model.ts";

/** Takes back what `requestReview` asked for, in the unit of the caller. Returns false when it no longer waits. */
export function withdrawReview(ctx: Ctx<ApplyingLive>, id: string, detail: string): boolean {
  if (!moveApproval(ctx, id, "cancel", { detail })) return false;
  const approval = requireApproval(ctx, id);
  ctx.applying.applierOf(approval)?.ended?.(ctx, approval, detail);
  return true;
}
