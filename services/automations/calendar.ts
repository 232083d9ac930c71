import type { AutomationDocument } from "../../store/automations/document.ts";
import type { CalendarDay } from "./preview_schemas.ts";
import { isScheduled, type Moments } from "./schedule/moments.ts";
import { describeMoment } from "./schedule/words.ts";

const DAYS = 30;

/** Returns the time zone in which an automation is shown. */
export const zoneOf = ({ trigger }: Pick<AutomationDocument, "trigger">): string =>
  "timezone" in trigger ? trigger.timezone : "UTC";

/**
 * Returns the next 30 days in the automation's zone: the number of scheduled times on each, the first of them, and
 * clock changes. Days after the last one that was counted have a number of null.
 */
export function calendarOf(
  automation: AutomationDocument,
  now: number,
  { moments, more }: Moments,
): CalendarDay[] {
  if (!isScheduled(automation)) return [];
  const zone = zoneOf(automation);
  const dateOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  const byDay = Map.groupBy(moments, (at) => dateOf(at).toString());
  const countedUpTo = more ? dateOf(moments.at(-1)!).toString() : null;
  const today = dateOf(now);
  return Array.from({ length: DAYS + 1 }, (_, i) => {
    const date = today.add({ days: i });
    const id = date.toString();
    const [first, ...rest] = byDay.get(id) ?? [];
    const noon = date.toZonedDateTime({ timeZone: zone, plainTime: "12:00" }).epochMilliseconds;
    const { note } = describeMoment(first ?? noon, zone);
    const uncounted = countedUpTo !== null && id > countedUpTo;
    return {
      id,
      fires: uncounted ? null : first === undefined ? 0 : 1 + rest.length,
      first: first === undefined ? null : describeMoment(first, zone).local.slice(11, 16),
      ...(note !== undefined && { note }),
    };
  });
}
