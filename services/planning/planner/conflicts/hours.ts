import { type SettingsDocument, WEEKDAYS } from "../../../../store/planner/settings.ts";
import { placeInZone, wallSeconds } from "../../icalendar/wall.ts";
import { dayAfter, dayIn, type Range, startOfDay } from "../../dates/range.ts";
import { type Busy, isAway } from "./busy.ts";

/** Working time of one day, in seconds since 1970. */
type Day = { date: string; spans: Range[] };

/** Returns the working time of each day in a range, cut to the range. */
export function workingDays({ from, to }: Range, { timeZone, workingHours }: SettingsDocument): Day[] {
  const days: Day[] = [];
  for (let date = dayIn(from, timeZone); startOfDay(date, timeZone) < to; date = dayAfter(date)) {
    const weekday = WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7]!;
    const spans = (workingHours[weekday] ?? []).map(({ start, end }) => ({
      from: Math.max(from, momentOn(date, start, timeZone)),
      to: Math.min(to, momentOn(date, end, timeZone)),
    })).filter((span) => span.to > span.from);
    days.push({ date, spans: united(spans) });
  }
  return days;
}

/** Returns spans in order, those that overlap as one. */
function united(spans: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && span.from <= last.to) {
      all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    } else all.push(span);
  }
  return all;
}

function momentOn(date: string, clock: string, zone: string): number {
  return clock === "24:00"
    ? startOfDay(dayAfter(date), zone)
    : placeInZone(wallSeconds(`${date}T${clock}:00`), zone).seconds;
}

/** Returns spans without other spans. Both are in order. */
export function without(spans: readonly Range[], taken: readonly Range[]): Range[] {
  let left = [...spans];
  for (const { from, to } of taken) {
    left = left.flatMap((span) => {
      if (to <= span.from || from >= span.to) return [span];
      return [{ from: span.from, to: from }, { from: to, to: span.to }].filter((part) => part.to > part.from);
    });
  }
  return left;
}

/** Returns free working time, each day at most its cap; with the buffer around each event. */
export function freeDays(range: Range, busy: readonly Busy[], settings: SettingsDocument): Day[] {
  const buffer = settings.bufferMinutes * 60;
  const taken = busy.filter(({ takesTime, label }) => takesTime || isAway(label)).map((one) => {
    const around = one.allDay || one.taskId !== null ? 0 : buffer;
    return { from: one.start - around, to: one.end + around };
  });
  return workingDays(range, settings).map(({ date, spans }) => ({ date, spans: without(spans, taken) }));
}

/** Returns the total minutes of spans. */
export const minutesOf = (spans: readonly Range[]): number =>
  Math.floor(spans.reduce((sum, { from, to }) => sum + to - from, 0) / 60);
