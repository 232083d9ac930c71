import type { ApplyingLive } from "../approvals/applying.ts";
import { approve, reject } from "../approvals/decide.ts";
import type { ApprovalDecisionInput } from "../approvals/decision_schema.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { ForbiddenError, InvalidError } from "../../ground/kernel/errors.ts";
import type { ExecutionLive } from "../runs/execution.ts";
import { requireChange, showChange } from "./read_model.ts";
import type { Change } from "./schemas.ts";

type DecisionCtx = Ctx<ApplyingLive & ExecutionLive>;

/** Makes a change, like approving it in the queue. Throws `ForbiddenError` for anyone but a human. */
export async function approveChange(
  ctx: DecisionCtx,
  id: string,
  input: ApprovalDecisionInput,
): Promise<Change> {
  await approve(ctx, approvalOf(ctx, id, input), input);
  return showChange(requireChange(ctx, id));
}

/** Rejects a change, like rejecting it in the queue. */
export function rejectChange(ctx: DecisionCtx, id: string, input: ApprovalDecisionInput): Change {
  reject(ctx, approvalOf(ctx, id, input), input);
  return showChange(requireChange(ctx, id));
}

function approvalOf(ctx: DecisionCtx, id: string, { actorType }: ApprovalDecisionInput): string {
  const { approvalId, status, detail } = requireChange(ctx, id);
  if (actorType !== "human") {
    throw new ForbiddenError(
      'Only a human may change what agents may do. Send actorType "human".',
    );
  }
  if (status === "superseded" || status === "expired") {
    throw new InvalidError(`The change ${id} is ${status} and can no longer be decided. ${detail ?? ""}`);
  }
  return approvalId;
}
