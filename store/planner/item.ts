import { z } from "zod";
import { EVENT_LABELS, ITEM_TYPES } from "../shared/enumerations.ts";

/** A point in a calendar: what it states, and the moment it means if that does not depend on the viewer. */
export const momentSchema = z.object({
  /** RFC 3339, UTC; null for a date or a time without a time zone, for which the planner's own time zone decides. */
  at: z.string().nullable(),
  /** The date or local time, without an offset. */
  local: z.string(),
  timeZone: z.string().nullable(),
  allDay: z.boolean(),
  floating: z.boolean(),
});
export type ItemMoment = z.infer<typeof momentSchema>;

/** Someone who was invited to an event. */
export const attendeeSchema = z.object({
  name: z.string(),
  email: z.string(),
  role: z.string(),
  partstat: z.string(),
});

/**
 * One occurrence: start and end in seconds since 1970, and the RECURRENCE-ID if that is not the start. Dates and
 * floating times are counted as if they were in UTC.
 */
const occurrenceSchema = z.object({
  start: z.number().int(),
  end: z.number().int(),
  key: z.string().optional(),
});
export type Occurrence = z.infer<typeof occurrenceSchema>;

/** What a source states about a task, in addition to any item. */
export const statedTaskSchema = z.object({
  due: momentSchema.nullable(),
  deferUntil: momentSchema.nullable(),
  progress: z.number().int().min(0).max(100),
  done: z.boolean(),
  completedAt: z.string().nullable(),
  estimateMinutes: z.number().int().nullable(),
  relatedUid: z.string().nullable(),
});

/** One event, task or note as its source states it. Item shapes are part of the log's events, and frozen. */
export const statedItemSchema = z.object({
  calendarId: z.string(),
  itemType: z.enum(ITEM_TYPES),
  status: z.enum(["active", "tentative", "cancelled"]),
  uid: z.string(),
  recurrenceId: z.string().nullable(),
  sequence: z.number().int(),
  title: z.string(),
  content: z.string(),
  start: momentSchema.nullable(),
  end: momentSchema.nullable(),
  rrule: z.string().nullable(),
  /** The recurrence as lines of a calendar in terms of its start; absent in what was read before this was recorded. */
  recurrence: z.array(z.string()).optional(),
  /** The lines of the VTIMEZONE whose own rules the times follow; absent for a built-in zone. */
  timeZoneRules: z.array(z.string()).optional(),
  occurrences: z.array(occurrenceSchema).max(1000),
  organizer: z.object({ name: z.string(), email: z.string() }).nullable(),
  attendees: z.array(attendeeSchema).max(500),
  location: z.string(),
  conferenceUrl: z.string().nullable(),
  transparency: z.enum(["opaque", "transparent"]),
  busyStatus: z.string().nullable(),
  priority: z.number().int().min(0).max(9),
  tags: z.array(z.string()).max(50),
  flags: z.array(z.string()),
  modifiedAt: z.string().nullable(),
  sourceRef: z.string().nullable(),
  etag: z.string().nullable(),
  rawSha256: z.string(),
  task: statedTaskSchema.nullable(),
});
export type StatedItem = z.infer<typeof statedItemSchema>;

/** The same with the id that derives from its source, calendar, UID and RECURRENCE-ID. */
export const itemSchema = statedItemSchema.extend({ id: z.string() });
export type Item = z.infer<typeof itemSchema>;

/** The kinds of an event. */
export const labelSchema = z.enum(EVENT_LABELS);
export type Label = z.infer<typeof labelSchema>;
