import type { AutomationDocument } from "../../../store/automations/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { ModelsLive } from "../../sessions/models/providers/settings/live.ts";
import type { WorkersLive } from "../../workforce/workers/live.ts";
import { quietUntil } from "../../planning/planner_settings/quiet_hours.ts";
import { settingsOf } from "../../planning/planner_settings/settings.ts";
import { blastRadiusOf } from "../../control/workflows/graph/mod.ts";
import { calendarOf, type PreviewWindow, shownZoneOf } from "./calendar.ts";
import { type Hindrance, hindrancesOf } from "./firing/hindrance.ts";
import { requireAutomation } from "./firing/read_model.ts";
import { nextMonth, perMonth } from "./per_month.ts";
import { refusedTrigger } from "./firing/refused_trigger.ts";
import { isScheduled, momentsBetween, nextMoment } from "./schedule/moments.ts";
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
  const window = windowOf(ctx, query);
  const refusal = refusedTrigger(ctx, automation);
  const hindrances: Hindrance[] = [
    ...(refusal === null ? [] : [{ outcome: "rejected" as const, reason: refusal }]),
    ...hindrancesOf(ctx, automation),
  ];
  const definition = await definitionOf(ctx, automation);
  const month = await nextMonth(ctx, automation);
  return {
    wouldQueue: hindrances.length === 0 ? automation.action : null,
    outcomeNow: hindrances[0]?.outcome ?? "fired",
    blockers: hindrances.map(({ reason }) => reason),
    schedule: await describeTrigger(automation),
    ...momentsOf(ctx, automation, window, query.count),
    zone: shownZoneOf(automation),
    calendar: await calendarOf(automation, window),
    perMonth: perMonth(ctx, automation, month, definition),
    blastRadius: definition && blastRadiusOf(definition),
  };
}

function windowOf({ now }: Ctx, { from, to: end }: PreviewQuery): PreviewWindow {
  const after = from === undefined ? now().getTime() : Date.parse(from) - 1;
  const to = end === undefined ? null : Date.parse(end);
  if (to !== null && (to <= after || to > latest(after))) {
    throw new InvalidError(`A window must be at most ${MAX_WINDOW_DAYS} days long and end after it starts.`);
  }
  return { after, to };
}

const latest = (after: number): number => after + MAX_WINDOW_DAYS * DAY + 1;

function momentsOf(
  ctx: Ctx,
  automation: AutomationDocument,
  { after, to }: PreviewWindow,
  count: number,
): Pick<AutomationPreview, "nextFires" | "more"> {
  if (!isScheduled(automation)) return { nextFires: [], more: false };
  const zone = shownZoneOf(automation);
  const { moments, more } = momentsBetween(automation, after, to ?? latest(after), count);
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
    more: more || (to === null && moments.length < count && nextMoment(automation, latest(after)) !== null),
  };
}
