import type { ItemRow } from "../../../store/planner/item_rows.ts";
import { type ActionDocument, plannerActionStream } from "../../../store/planner/action_stream.ts";
import { sha256 } from "../../../store/chain.ts";
import { NOTHING_REVIEWED } from "../../../store/shared/review_flags.ts";
import { reject } from "../../control/approvals/decide.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError, UnavailableError } from "../../ground/kernel/errors.ts";
import { type Made, made } from "../../ground/kernel/made.ts";
import { showArtifact } from "../planner/artifacts/artifacts.ts";
import { requireItem } from "../planner/items/rows.ts";
import type { PlannerArtifactRecord } from "../planner/artifacts/schemas.ts";
import { settingsOf } from "../planner_settings/settings.ts";
import { dayIn, secondsAt } from "../dates/range.ts";
import { executeAction, type ExecuteLive } from "./carrying_out/execute.ts";
import { planAction } from "./plan.ts";
import { requireAction } from "./plans/plan_file.ts";
import type { CreateCalendarEventInput, EventInput } from "./plans/schemas.ts";
import { requireCalendar, sourceIdOf } from "./plans/target.ts";

/**
 * Creates an event: plan, decision and execution in one, all recorded. A server's calendar requires the decision. If it throws,
 * nothing was created. A request with a key that is sent again, as its response was lost, continues what the first one began.
 */
export async function createEvent(
  ctx: Ctx<ExecuteLive>,
  input: CreateCalendarEventInput,
  key?: string,
): Promise<() => Made<PlannerArtifactRecord>> {
  const { decision, calendarId, ...said } = input;
  const event = withDays(said, said.timeZone ?? settingsOf(ctx).timeZone);
  const calendar = requireCalendar(ctx, calendarId);
  const { source } = calendar;
  if (source !== null && !decision) {
    throw new InvalidError(
      `The event would be written to "${source.id}". Include your decision, or plan it with POST /planner/calendar-actions.`,
    );
  }
  const asked = { action: "create", event, calendarId, notify: "none", serverMayNotify: false } as const;
  const requestSha256 = key === undefined ? undefined : sha256(JSON.stringify([key, input]));
  const begun = () =>
    requestSha256 === undefined ? null : findBegun(ctx, sourceIdOf(calendar), requestSha256);
  let plan = begun();
  if (plan === null) {
    const recordPlan = await planAction(ctx, asked, requestSha256);
    plan = begun() ?? requireAction(ctx, recordPlan().value.id); // the same request may have come twice at once
  }
  await ctx.settled();
  const done = await decided(ctx, plan, plan.status === "needs_review" ? decision : undefined);
  if (done.status !== "executed") {
    throw new UnavailableError(`The event was not created: ${done.result?.detail ?? done.status}`);
  }
  const [id] = done.result!.artifactIds;
  const row: ItemRow = requireItem(ctx, id!).row;
  return () => made(showArtifact(ctx, row));
}

/** An all-day event is one of days, and one that is not needs a time. */
function withDays(
  { allDay, ...event }: Omit<CreateCalendarEventInput, "decision" | "calendarId">,
  zone: string,
): EventInput {
  const { start, end } = event;
  if (allDay === undefined || allDay === (start.length === 10)) return event;
  if (!allDay) {
    throw new InvalidError(
      `start is ${start}, a date, so the event is all-day. Set start to a time, or leave out allDay.`,
    );
  }
  const dayOf = (text: string, before = 0) =>
    text.length === 10 ? text : dayIn(secondsAt(text, zone) - before, zone);
  return { ...event, start: dayOf(start), ...(end !== undefined && { end: dayOf(end, 1) }) };
}

/** How many of the newest actions are looked through for the one that a request began. */
const NEWEST = 20;

/** What the action of a request may be, so that it is not planned again: a refused one may be. */
const BEGUN = ["planned", "needs_review", "approved", "executing", "executed", "uncertain"] as const;

/** Returns the action that the same request began; null if it is not among the newest. */
function findBegun({ store }: Ctx, sourceId: string, requestSha256: string): ActionDocument | null {
  const newest = { limit: NEWEST, newestFirst: true };
  return BEGUN.flatMap((status) => store.documents.find(plannerActionStream, { sourceId, status }, newest))
    .find((action) => action.requestSha256 === requestSha256) ?? null;
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
