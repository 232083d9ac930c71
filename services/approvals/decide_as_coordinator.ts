import { requireApproval } from "./read_model.ts";
import type { Ctx } from "../kernel/context.ts";
import { moveApproval } from "../lifecycle/approvals.ts";
import { runApproved } from "./run_decision.ts";

/**
 * Approves a checkpoint that lies within what a human has decided before, in the unit of the caller, as this service's
 * coordinator. The note says what the human decided. Throws `TypeError` for a checkpoint that is a human's.
 */
export function approveAsCoordinator(ctx: Ctx, id: string, reviewerNote: string): void {
  const approval = requireApproval(ctx, id);
  if (!approval.coordinatorApprovable) throw new TypeError(`A human decides the approval ${id}.`);
  const coordinator = { ...ctx, actor: "coordinator" as const };
  const decision = {
    actorType: "coordinator" as const,
    reviewerNote,
    reviewedEvidence: true,
    reviewedHashes: true,
    reviewedPolicyClass: true,
  };
  moveApproval(coordinator, id, "approve", decision);
  runApproved(coordinator, approval, {});
}
