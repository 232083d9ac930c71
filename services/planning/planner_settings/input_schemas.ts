import { z } from "zod";
import { canonical } from "../icalendar/zones.ts";

/** A time as input, with or without its offset from UTC; in any time zone its year has four digits. */
export const timeInputSchema = z.iso.datetime({ offset: true, local: true }).refine(
  (text) => !/^(?:0000|9999)/.test(text),
  "a time in the years 0001 to 9998",
);

/** Says what a date or a time of an input has to look like. */
export const DATE_OR_TIME = {
  error: "expected a date such as 2026-03-02, or a time such as 2026-03-02T09:00:00Z",
};

/** A moment as input: a date, or a time. */
export const momentInputSchema = z.union([z.iso.date(DATE_OR_TIME), timeInputSchema], DATE_OR_TIME).describe(
  "a date, or RFC 3339; without an offset in the planner's time zone",
);

/** A range as a query: from a moment to another. */
export const rangeQuery = { from: momentInputSchema.optional(), to: momentInputSchema.optional() };

/** Ids of a list, separated by commas. */
export const listSchema = z.string().max(2000).transform((text) =>
  text.split(",").map((each) => each.trim()).filter(Boolean)
);

/** The name of a time zone. Military letters such as Z are none that dates can be computed in. */
export const zoneSchema = z.string().max(60).refine(
  (name) => name.length > 1 && canonical(name) !== null,
  "a time zone such as Europe/Berlin",
);
