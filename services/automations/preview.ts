import type { AutomationDocument } from "../../store/automations/document.ts";
import type { Ctx } from "../kernel/context.ts";
import { InvalidError } from "../kernel/errors.ts";
import type { ModelsLive } from "../models/live.ts";
import type { WorkersLive } from "../workers/live.ts";
import { quietUntil } from "../planner/quiet_hours.ts";
import { settingsOf } from "../planner/settings.ts";
import { blastRadiusOf } from "../workflows/graph/mod.ts";
import { objectionTo } from "./action.ts";
import { calendarOf, zoneOf } from "./calendar.ts";
import { findHindrance } from "./hindrance.ts";
import { requireAutomation } from "./read_model.ts";
import { nextMonth, perMonth } from "./per_month.ts";
import { isScheduled, momentsBetween, nextMoment, type Scheduled } from "./schedule/moments.ts";
import { describeMoment, describeTrigger } from "./schedule/words.ts";
import type { AutomationPreview, PreviewQuery } from "./preview_schemas.ts";
import { definitionOf } from "./what_it_runs.ts";

const DAY = 24 * 60 * 60 * 1000;
const MAX_WINDOW_DAYS = 400;

/** Returns when an automation fires, and what it would do now. Writes nothing. */
export async function previewAutomation(
  ctx: Ctx<WorkersLive & ModelsLive>,
  id: string,
  query: PreviewQuery,
): Promise<AutomationPreview> {
  const automation = requireAutomation(ctx, id);
  const objection = objectionTo(ctx, automation.action);
  const hindrance = findHindrance(ctx, automation, "schedule", {});
  const blockers = [
    ...(hindrance === "wait"
      ? ["A previous run is still open, so the next one would wait."]
      : hindrance
      ? [hindrance.reason]
      : []),
    ...(objection === null ? [] : [objection]),
  ];
  const definition = await definitionOf(ctx, automation);
  const month = nextMonth(ctx, automation);
  return {
    wouldQueue: blockers.length === 0 ? automation.action : null,
    outcomeNow: hindrance === "wait"
      ? "buffered"
      : hindrance
      ? hindrance.outcome
      : blockers.length > 0
      ? "failed_to_queue"
      : "fired",
    blockers,
    schedule: await describeTrigger(automation),
    ...momentsOf(ctx, automation, query),
    zone: zoneOf(automation),
    calendar: calendarOf(automation, ctx.now().getTime(), month),
    perMonth: perMonth(ctx, automation, month, definition),
    blastRadius: definition && blastRadiusOf(definition),
  };
}

function momentsOf(
  ctx: Ctx,
  automation: AutomationDocument,
  { from, to, count }: PreviewQuery,
): Pick<AutomationPreview, "nextFires" | "more"> {
  const start = from === undefined ? ctx.now().getTime() : Date.parse(from) - 1;
  const end = to === undefined ? start + MAX_WINDOW_DAYS * DAY + 1 : Date.parse(to);
  if (end < start || end - start > MAX_WINDOW_DAYS * DAY + 1) {
    throw new InvalidError(`A window must be at most ${MAX_WINDOW_DAYS} days long and end after it starts.`);
  }
  if (!isScheduled(automation)) return { nextFires: [], more: false };
  const zone = zoneOf(automation);
  const { moments, more } = momentsBetween(automation, start, end, count);
  const off = automation.status === "enabled"
    ? {}
    : { skippedBecause: `The automation is ${automation.status}.` };
  const settings = settingsOf(ctx);
  const startsAt = (at: number) => quietUntil(settings, new Date(at))?.toISOString();
  const isLater = (at: number) => at > ctx.now().getTime();
  return {
    nextFires: moments.map((at) => ({
      at: new Date(at).toISOString(),
      ...describeMoment(at, zone),
      ...(isLater(at) && off),
      ...(isLater(at) && startsAt(at) !== undefined && { startsAt: startsAt(at) }),
    })),
    more: more || (to === undefined && moments.length < count && hasLater(automation, end)),
  };
}

const hasLater = (scheduled: Scheduled, end: number): boolean => nextMoment(scheduled, end) !== null;
