import { join } from "node:path";
import type { Harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";

/** What a test says of an event; the rest is usual. */
export type EventLines = {
  uid: string;
  start?: string;
  end?: string;
  title?: string;
  lines?: readonly string[];
  zone?: string;
};

/** The lines of an event that lasts an hour. */
export function event(
  { uid, start = "20260302T090000", end, title = `event ${uid}`, lines = [], zone }: EventLines,
): string {
  const tzid = zone === undefined ? "" : `;TZID=${zone}`;
  const length = end === undefined ? (start.includes("T") ? ["DURATION:PT1H"] : []) : [`DTEND${tzid}:${end}`];
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20260101T000000Z",
    `SUMMARY:${title}`,
    `DTSTART${tzid}:${start}`,
    ...length,
    ...lines,
    "END:VEVENT",
  ]
    .join("\r\n");
}

/** A calendar of components. */
export const calendar = (components: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//test//EN", ...components, "END:VCALENDAR", ""].join(
    "\r\n",
  );

/** A calendar file of components, outside of the storage directory; returns its path. */
export function calendarFile(components: readonly string[], text = calendar(components)): string {
  const path = join(temporaryDirectory(), "calendar.ics");
  Deno.writeTextFileSync(path, text);
  return path;
}

/** Sets up a calendar file as the source `home` and reads it. */
export async function importFile(h: Harness, path: string, settings: Record<string, unknown> = {}) {
  await h.operator("POST /planner/settings", {
    body: { timeZone: "UTC", sources: [{ id: "home", kind: "ics_file", path }], ...settings },
  });
  const [run] = await h.operator("POST /planner/refresh", { body: {} });
  return run!;
}

/** Refreshes every source and returns the row of the first. */
export const refresh = async (h: Harness, body: { full?: boolean } = {}) =>
  (await h.operator("POST /planner/refresh", { body }))[0]!;
