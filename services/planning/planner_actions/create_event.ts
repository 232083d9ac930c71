import type { ItemRow } from "../../../store/planner/item_rows.ts";
import { NOTHING_REVIEWED } from "../../../store/shared/review_flags.ts";
import { reject } from "../../control/approvals/decide.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError, UnavailableError } from "../../ground/kernel/errors.ts";
import { type Made, made } from "../../ground/kernel/made.ts";
import { showArtifact } from "../planner/artifacts/artifacts.ts";
import { requireItem } from "../planner/items/rows.ts";
import type { PlannerArtifactRecord } from "../planner/artifacts/schemas.ts";
import { executeAction, type ExecuteLive } from "./carrying_out/execute.ts";
import { planAction } from "./plan.ts";
import { type CreateCalendarEventInput } from "./plans/schemas.ts";
import { requireCalendar } from "./plans/target.ts";

/**
 * Creates an event: plan, decision and execution in one, all recorded. A server's calendar requires the decision. If it throws,
 * nothing was created.
 */
export async function createEvent(
  ctx: Ctx<ExecuteLive>,
  { decision, calendarId, ...event }: CreateCalendarEventInput,
): Promise<() => Made<PlannerArtifactRecord>> {
  const { source } = requireCalendar(ctx, calendarId);
  if (source !== null && !decision) {
    throw new InvalidError(
      `The event would be written to "${source.id}". Include your decision, or plan it with POST /planner/calendar-actions.`,
    );
  }
  const plan =
    (await planAction(ctx, { action: "create", event, calendarId, notify: "none", serverMayNotify: false }))()
      .value;
  await ctx.settled();
  const done = await decided(ctx, plan, source === null ? undefined : decision);
  if (done.status !== "executed") {
    throw new UnavailableError(`The event was not created: ${done.result?.detail ?? done.status}`);
  }
  const [id] = done.result!.artifactIds;
  const row: ItemRow = requireItem(ctx, id!).row;
  return () => made(showArtifact(ctx, row));
}

/** Withdraws a plan whose decision was refused. */
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
        ...NOTHING_REVIEWED,
      });
      await ctx.settled();
    }
    throw cause;
  }
}
