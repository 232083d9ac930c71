import type { ApplyingLive } from "../../../control/approvals/applying.ts";
import { approve } from "../../../control/approvals/decide.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { inParts } from "../../../ground/kernel/in_parts.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { ownedBy } from "../../../ground/kernel/owned_by.ts";
import { singleFlight } from "../../../ground/kernel/single_flight.ts";
import type { ExecutionLive } from "../../../control/runs/execution.ts";
import type { SourceLive } from "../../calendars/live.ts";
import { carryOut, isOver } from "./carry_out.ts";
import { expirePlans } from "../../planner/waiting/plans.ts";
import { readPlan, requireAction, showAction } from "../plans/plan_file.ts";
import type { CalendarActionResponse, ExecuteActionInput } from "../plans/schemas.ts";

/** What executing needs from the running service. */
export type ExecuteLive = SourceLive & ApplyingLive & ExecutionLive;

const underWayOf = ownedBy<Ctx["store"], Map<string, Promise<unknown>>>(() => new Map());

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
  if (action.approvalId === null) await once(ctx, id);
  else if (decision) await approve(ctx, action.approvalId, decision);
  else if (action.status === "needs_review") {
    throw new InvalidError(
      `The action ${id} waits for its approval ${action.approvalId}. Approve that, or include your decision.`,
    );
  } else await ctx.applying.settled(action.approvalId);
  return showAction(requireAction(ctx, id), file);
}

/** The caller carries out local actions at once; concurrent callers share the result. */
async function once(ctx: Ctx<SourceLive>, id: string): Promise<void> {
  await singleFlight(
    underWayOf(ctx.store),
    id,
    () => carryOut(ctx, id, { again: false, signal: AbortSignal.timeout(60_000) }),
  );
}
