import type { ItemRow } from "../../../store/planner/item_rows.ts";
import { reject } from "../../approvals/decide.ts";
import type { Ctx } from "../../kernel/context.ts";
import { InvalidError, UnavailableError } from "../../kernel/errors.ts";
import { type Made, made } from "../../kernel/made.ts";
import { requireItem, showArtifact } from "../artifacts.ts";
import type { PlannerArtifactRecord } from "../schemas.ts";
import { executeAction, type ExecuteLive } from "./execute.ts";
import { planAction } from "./plan.ts";
import { type CreateCalendarEventInput } from "./schemas.ts";
import { requireCalendar } from "./target.ts";

/**
 * Makes an event: plan, decision and execution in one, all recorded. One for a calendar of a server needs the decision. Nothing
 * was made where it throws.
 */
export async function createEvent(
  ctx: Ctx<ExecuteLive>,
  { decision, calendarId, ...event }: CreateCalendarEventInput,
): Promise<() => Made<PlannerArtifactRecord>> {
  const { source } = requireCalendar(ctx, calendarId);
  if (source !== null && !decision) {
    throw new InvalidError(
      `The event would be written to "${source.id}". Send your decision along, or plan it with POST /planner/calendar-actions.`,
    );
  }
  const plan =
    (await planAction(ctx, { action: "create", event, calendarId, notify: "none", serverMayNotify: false }))()
      .value;
  await ctx.settled();
  const done = await decided(ctx, plan, source === null ? undefined : decision);
  if (done.status !== "executed") {
    throw new UnavailableError(`The event was not made: ${done.result?.detail ?? done.status}`);
  }
  const [id] = done.result!.artifactIds;
  const row: ItemRow = requireItem(ctx, id!).row;
  return () => made(showArtifact(ctx, row));
}

/** A plan whose decision is refused waits for nobody. */
async function decided(
  ctx: Ctx<ExecuteLive>,
  { id, planSha256, approvalId }: { id: string; planSha256: string; approvalId: string | null },
  decision: CreateCalendarEventInput["decision"],
) {
  try {
    return await executeAction(ctx, { actionId: id, planSha256, decision });
  } catch (cause) {
    if (approvalId !== null && cause instanceof InvalidError) {
      reject(ctx, approvalId, {
        actorType: "human",
        reviewerNote: cause.message,
        reviewedEvidence: false,
        reviewedHashes: false,
        reviewedPolicyClass: false,
      });
      await ctx.settled();
    }
    throw cause;
  }
}
