import { event } from "../planner/planner_world.ts";

/** The planner's page. */
export const PLANNER = "/dashboard/planner";

/** Returns the date in UTC that many days from now, in the format of iCalendar. */
export const day = (days = 0): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "");

/** Returns the same date with hyphens. */
export const dashed = (date: string): string => `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;

/** Returns a calendar of the next days: two overlapping events, an all-day one, and one with markup in its title. */
export const components = () => [
  event({ uid: "one", start: `${day(1)}T090000Z`, title: "Design review" }),
  event({ uid: "two", start: `${day(1)}T093000Z`, title: "Customer call" }),
  event({ uid: "whole", start: day(1), title: "Fair", lines: ["TRANSP:TRANSPARENT"] }),
  event({ uid: "trip", start: day(1), end: day(3), title: "Trip to Bergen", lines: ["TRANSP:TRANSPARENT"] }),
  event({ uid: "evil", start: `${day(2)}T100000Z`, title: '<img src=x onerror="attacked=1">\u202egnp' }),
  event({ uid: "daily", start: `${day(1)}T150000Z`, title: "Standup", lines: ["RRULE:FREQ=DAILY;COUNT=20"] }),
];
