import type { Settings } from "../common/types.ts";

/** The days of a week, with their names. */
export const WEEKDAYS = [
  { day: "mon", name: "Monday" },
  { day: "tue", name: "Tuesday" },
  { day: "wed", name: "Wednesday" },
  { day: "thu", name: "Thursday" },
  { day: "fri", name: "Friday" },
  { day: "sat", name: "Saturday" },
  { day: "sun", name: "Sunday" },
] as const;

/** One of the days of a week. */
export type Weekday = (typeof WEEKDAYS)[number]["day"];

/** Returns the working hours of a day as text: `09:00-12:00, 13:00-17:00`. */
export const hoursWords = (hours: Settings["workingHours"], day: Weekday): string =>
  (hours[day] ?? []).map(({ start, end }) => `${start}-${end}`).join(", ");

/** Parses working hours. An invalid time span is sent unchanged, so that the service says what is wrong. */
export const readHours = (text: string): { start: string; end: string }[] =>
  text.split(",").map((span) => span.trim()).filter(Boolean).map((span) => {
    const [start = "", end = ""] = span.split(/\s*[-–]\s*/);
    return { start, end };
  });
