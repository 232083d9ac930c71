import { repeatWords } from "../../icalendar/repeat_words.ts";

const DAY = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Returns what words of a task were understood as, for people: `due on Tuesday, 24 November 2026`. */
export function meaningOf(field: string, value: unknown, zone: string): string {
  if (field === "due") return `due ${dueWords(value as { date: string } | { at: string }, zone)}`;
  if (field === "rrule") return `repeats ${repeatWords(String(value))}`;
  if (field === "estimateMinutes") return `takes ${value} min`;
  if (field === "priority") return `priority ${value}`;
  return field === "people" ? `with ${value}` : `tag ${value}`;
}

function dueWords(due: { date: string } | { at: string }, zone: string): string {
  if ("date" in due) return `on ${DAY.format(Date.parse(due.date))}`;
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, dateStyle: "full", timeStyle: "short" });
  return `on ${clock.format(Date.parse(due.at))} (${zone})`;
}
