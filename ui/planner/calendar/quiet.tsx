import { addDays, clockWords, DAY_MINUTES, weekdayOf } from "../common/days.ts";
import type { Settings } from "../common/types.ts";

type Span = { from: number; to: number };

/** Returns the quiet hours of a day in minutes: the rest of those of the day before, and those that begin on it. */
function quietOn(date: string, quiet: Settings["quietHours"]): Span[] {
  if (quiet === null) return [];
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const begins = (day: string) => quiet.days.includes(weekdayOf(day));
  const spans = [
    ...(to <= from && begins(addDays(date, -1)) ? [{ from: 0, to }] : []),
    ...(begins(date) ? [{ from, to: to <= from ? DAY_MINUTES : to }] : []),
  ];
  return spans.filter((span) => span.to > span.from);
}

/** The quiet hours in the background of a day. The first of several days has `named` set, and labels them. */
export function QuietHours({ date, quiet, named }: {
  date: string;
  quiet: Settings["quietHours"];
  named: boolean;
}) {
  const share = (minutes: number) => `${(minutes / DAY_MINUTES) * 100}%`;
  return (
    <>
      {quietOn(date, quiet).map(({ from, to }) => (
        <p
          key={from}
          class="cal-quiet"
          style={{ insetBlockStart: share(from), blockSize: share(to - from) }}
        >
          {named && `Quiet ${from === 0 ? `until ${clockWords(to)}` : `from ${clockWords(from)}`}`}
        </p>
      ))}
    </>
  );
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
