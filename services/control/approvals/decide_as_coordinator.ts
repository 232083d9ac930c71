import { requireApproval } from "./read_model.ts";
import { ALL_REVIEWED } from "../../../store/shared/review_flags.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { moveApproval } from "../lifecycle/approvals.ts";
import { runApproved } from "./run_decision.ts";

/**
 * Approves, as this service's coordinator and in the caller's unit, a checkpoint that an earlier human decision covers.
 * The note says which. Throws `TypeError` for a checkpoint that only a human may decide.
 */
export function approveAsCoordinator(ctx: Ctx, id: string, reviewerNote: string): void {
  const approval = requireApproval(ctx, id);
  if (!approval.coordinatorApprovable) throw new TypeError(`Only a human can decide the approval ${id}.`);
  const coordinator = { ...ctx, actor: "coordinator" as const };
  const decision = {
    actorType: "coordinator" as const,
    reviewerNote,
    ...ALL_REVIEWED,
  };
  moveApproval(coordinator, id, "approve", decision);
  runApproved(coordinator, approval, {});
}
