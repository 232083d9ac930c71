import { type QuietHours, type SettingsDocument, WEEKDAYS } from "../../../store/planner/settings.ts";

/** The planner settings for quiet hours. */
type QuietSettings = Pick<SettingsDocument, "timeZone" | "quietHours">;

/** The maximum number of consecutive quiet days in a week that is not always quiet. */
const MAX_DAYS = 8;

/**
 * Returns when the quiet hours around a moment end; null outside quiet hours. Adjoining hours count as one. The end is
 * exclusive: at 07:00 it is no longer quiet.
 */
export function quietUntil({ timeZone, quietHours }: QuietSettings, now: Date): Date | null {
  if (quietHours === null) return null;
  let end = endOfSpan(timeZone, quietHours, now.getTime());
  for (let day = 0; end !== null && day < MAX_DAYS; day++) {
    const next = endOfSpan(timeZone, quietHours, end);
    if (next === null) return new Date(end);
    end = next;
  }
  return end === null ? null : new Date(end);
}

/** Whether every hour would be quiet. */
export const isAlwaysQuiet = ({ days, from, to }: QuietHours): boolean =>
  new Set(days).size === WEEKDAYS.length && from === "00:00" && to === "24:00";

/** Returns the latest end among the spans of yesterday and today that contain a moment. */
function endOfSpan(timeZone: string, { days, from, to }: QuietHours, at: number): number | null {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
  const ends = [today.subtract({ days: 1 }), today].flatMap((date) => {
    if (!days.includes(WEEKDAYS[date.dayOfWeek - 1]!)) return [];
    const start = onClock(date, from, timeZone);
    const end = onClock(to <= from ? date.add({ days: 1 }) : date, to, timeZone);
    return start <= at && at < end ? [end] : [];
  });
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Returns when the clocks of a zone show a time; a skipped time is as long after midnight as it says. */
function onClock(date: Temporal.PlainDate, time: string, timeZone: string): number {
  const [day, clock] = time === "24:00" ? [date.add({ days: 1 }), "00:00"] : [date, time];
  return day.toZonedDateTime({ timeZone, plainTime: clock }).epochMilliseconds;
}
