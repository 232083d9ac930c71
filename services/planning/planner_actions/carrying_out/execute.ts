import type { Attempts } from "../../../ground/effects/attempts.ts";
import type { ApplyingLive } from "../../../control/approvals/applying.ts";
import { approve } from "../../../control/approvals/decide.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { inParts } from "../../../ground/kernel/in_parts.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import type { ExecutionLive } from "../../../control/runs/execution.ts";
import type { SourceLive } from "../../calendars/live.ts";
import { carryOutAction, isOver } from "./carry_out_action.ts";
import { expirePlans } from "../../planner/waiting/plans.ts";
import { readPlan, requireAction, showAction } from "../plans/plan_file.ts";
import type { CalendarActionResponse, ExecuteActionInput } from "../plans/schemas.ts";

/** What executing needs from the running service. */
export type ExecuteLive = SourceLive & ApplyingLive & ExecutionLive & { plannerActions: Attempts };

/**
 * Executes an action that was reviewed, or with `decision` reviews it in the same request. A repeated call returns the same
 * result: an action is never executed twice.
 */
export async function executeAction(
  ctx: Ctx<ExecuteLive>,
  input: ExecuteActionInput,
): Promise<CalendarActionResponse> {
  const { actionId: id, planSha256, decision } = input;
  const action = requireAction(ctx, id);
  if (action.planSha256 !== planSha256) {
    throw new InvalidError(
      `The plan of ${id} has the hash ${action.planSha256}, which is not the one you reviewed.`,
    );
  }
  const file = await readPlan(ctx, action);
  if (isOver(action)) return showAction(action, file);
  if (action.expiresAt <= ctx.now().toISOString() && action.status !== "executing") {
    await inParts(ctx, (most) => expirePlans(ctx, most));
    await ctx.settled();
    throw new InvalidError(`The plan ${id} expired at ${action.expiresAt}. Plan it again.`);
  }
  // The caller carries out local actions at once; concurrent callers share the result.
  if (action.approvalId === null) {
    await ctx.plannerActions.once(id, (attempt) => carryOutAction(ctx, id, attempt));
  } else if (decision) await approve(ctx, action.approvalId, decision);
  else if (action.status === "needs_review") {
    throw new InvalidError(
      `The action ${id} waits for its approval ${action.approvalId}. Approve that, or include your decision.`,
    );
  } else await ctx.applying.settled(action.approvalId);
  return showAction(requireAction(ctx, id), file);
}
