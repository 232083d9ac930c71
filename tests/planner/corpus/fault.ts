import { event } from "../planner_world.ts";

/** A calendar with one injected fault, and what is read of it: the starts of the year by title, and what is named. */
export type Fault = {
  what: string;
  text: string;
  /** By title; the event `after` is always behind the fault. */
  starts: Record<string, readonly string[]>;
  /** What the row of the refresh says; nothing where the fault does no harm. */
  named: RegExp | null;
};

/** The event behind the fault. */
export const AFTER = event({ uid: "after", start: "20260501T090000Z", title: "after" });
/** The starts of the event behind the fault. */
export const KEPT = { after: ["2026-05-01T09:00:00.000Z"] };
/** The start of the event with the fault. */
export const NINE = "2026-03-02T09:00:00.000Z";
/** The event with the fault. */
export const nine = (lines: readonly string[] = [], of: Partial<Parameters<typeof event>[0]> = {}): string =>
  event({ uid: "a", start: "20260302T090000Z", title: "a", lines, ...of });

/** The same with these lines alone. */
export const bare = (...lines: readonly string[]): string =>
  ["BEGIN:VEVENT", "UID:a", "SUMMARY:a", ...lines, "END:VEVENT"].join("\r\n");
/** Days of the year as starts. */
export const days = (...all: readonly string[]): readonly string[] =>
  all.map((day) => `2026-${day}T00:00:00.000Z`);
