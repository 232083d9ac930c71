import type { Ctx } from "../../ground/kernel/context.ts";
import { moveApproval } from "../lifecycle/approvals.ts";
import type { ApplyingLive } from "./applying.ts";
import { requireApproval } from "./read_model.ts";

/** Withdraws what `requestReview` asked for, in the caller's unit. Returns false if it is no longer open. */
export function withdrawReview(ctx: Ctx<ApplyingLive>, id: string, detail: string): boolean {
  if (!moveApproval(ctx, id, "cancel", { detail })) return false;
  const approval = requireApproval(ctx, id);
  ctx.applying.applierOf(approval)?.ended?.(ctx, approval, detail);
  return true;
}
