import type { AutomationDocument } from "../../../store/automations/document.ts";
import type { CalendarDay } from "./preview_schemas.ts";
import { countMoments } from "./schedule/counted.ts";
import { isScheduled } from "./schedule/moments.ts";
import { describeMoment } from "./schedule/words.ts";

const DAYS = 30;

/** The moments that a preview shows: those after one, in milliseconds, up to and with another. */
export type PreviewWindow = { after: number; to: number | null };

/** Returns the time zone in which an automation is shown. */
export const shownZoneOf = ({ trigger }: Pick<AutomationDocument, "trigger">): string =>
  "timezone" in trigger ? trigger.timezone : "UTC";

/**
 * Returns the days of a window in the automation's zone: the number of scheduled times on each, the first of them, and
 * clock changes. Without an end it has 30 days after the first. Days after the last one that was counted have null.
 */
export async function calendarOf(
  automation: AutomationDocument,
  { after, to }: PreviewWindow,
): Promise<CalendarDay[]> {
  if (!isScheduled(automation)) return [];
  const zone = shownZoneOf(automation);
  const dateOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  const first = dateOf(after + 1);
  const last = to === null ? first.add({ days: DAYS }) : dateOf(to);
  const end = to ?? last.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds - 1;
  const { moments, more } = await countMoments(automation, after, end);
  const byDay = Map.groupBy(moments, (at) => dateOf(at).toString());
  const countedUpTo = more ? dateOf(moments.at(-1)!).toString() : null;
  return Array.from({ length: first.until(last).days + 1 }, (_, i) => {
    const date = first.add({ days: i });
    const id = date.toString();
    const fires = byDay.get(id) ?? [];
    const noon = date.toZonedDateTime({ timeZone: zone, plainTime: "12:00" }).epochMilliseconds;
    const { note } = describeMoment(fires[0] ?? noon, zone);
    const uncounted = countedUpTo !== null && id > countedUpTo;
    return {
      id,
      fires: uncounted ? null : fires.length,
      first: fires.length === 0 ? null : describeMoment(fires[0]!, zone).local.slice(11, 16),
      ...(note !== undefined && { note }),
    };
  });
}
