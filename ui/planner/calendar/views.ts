import { addDays, addMonths, daysFrom, longDay, monthName, shortDay, weekStartOf } from "../common/days.ts";

/** The views of the calendar. */
export const VIEWS = [
  { value: "day", label: "Day" },
  { value: "week", label: "Week" },
  { value: "month", label: "Month" },
  { value: "agenda", label: "Agenda" },
] as const;

/** One of the views. */
export type ViewName = (typeof VIEWS)[number]["value"];

const AGENDA_DAYS = 14;

/** Returns the days of a view that contains a date. */
export function daysOf(view: ViewName, date: string, weekStart: string): string[] {
  if (view === "day") return [date];
  if (view === "agenda") return daysFrom(date, addDays(date, AGENDA_DAYS - 1));
  if (view === "week") {
    const first = weekStartOf(date, weekStart);
    return daysFrom(first, addDays(first, 6));
  }
  const first = `${date.slice(0, 7)}-01`;
  const last = addDays(addMonths(first, 1), -1);
  return daysFrom(weekStartOf(first, weekStart), addDays(weekStartOf(last, weekStart), 6));
}

/** Returns the date of the previous or next page of a view. */
export function step(view: ViewName, date: string, direction: 1 | -1): string {
  if (view === "month") return addMonths(date, direction);
  return addDays(date, direction * { day: 1, week: 7, agenda: AGENDA_DAYS }[view]);
}

/** Returns the days of a view in words. */
export function spanWords(view: ViewName, date: string, days: readonly string[]): string {
  if (view === "day") return longDay(date);
  if (view === "month") return monthName(date);
  return `${shortDay(days[0]!)} – ${shortDay(days.at(-1)!)} ${days.at(-1)!.slice(0, 4)}`;
}
