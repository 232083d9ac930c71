import { shortDay, wallAt } from "./days.ts";
import { useZone } from "./zone.tsx";

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** Returns a moment in a time zone such as "Tue, 24 Nov 2026, 15:00". */
export const momentWords = (at: string, timeZone: string): string => clockIn(timeZone).format(Date.parse(at));

/** Returns a span in a time zone such as "Tue, 24 Nov 2026, 15:00–15:30". */
const spanWords = (start: string, end: string, timeZone: string): string =>
  clockIn(timeZone).formatRange(Date.parse(start), Date.parse(end)).replace(" – ", "–");

/** Returns the days of an all-day span such as "Tue 24 Nov"; the day at whose beginning it ends is not one of them. */
function dayWords(start: string, end: string, timeZone: string): string {
  const first = wallAt(Date.parse(start), timeZone).date;
  const last = wallAt(Math.max(Date.parse(start), Date.parse(end) - 1), timeZone).date;
  return first === last ? shortDay(first) : `${shortDay(first)} to ${shortDay(last)}`;
}

/** A moment in the planner's time zone. */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{momentWords(at, useZone())}</time>;

/** A span in the planner's time zone. */
export const Span = ({ start, end, allDay = false }: { start: string; end: string; allDay?: boolean }) => {
  const zone = useZone();
  return <>{allDay ? `all day, ${dayWords(start, end, zone)}` : spanWords(start, end, zone)}</>;
};
