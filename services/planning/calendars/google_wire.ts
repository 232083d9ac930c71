import { z } from "zod";

/** A foreign field: a value of another type counts as absent. */
const field = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const text = field(z.string());

const timeSchema = z.object({ date: text, dateTime: text, timeZone: text });
export type GoogleTime = z.output<typeof timeSchema>;

const personSchema = z.object({
  email: text,
  displayName: text,
  responseStatus: text,
  optional: field(z.boolean()),
  resource: field(z.boolean()),
});
export type GooglePerson = z.output<typeof personSchema>;

/** The parts of a Calendar API version 3 event that are read. A cancelled one may only have its id. */
export const googleEventSchema = z.object({
  id: z.string().min(1).max(1024),
  status: text,
  iCalUID: text,
  etag: text,
  summary: text,
  description: text,
  location: text,
  start: field(timeSchema),
  end: field(timeSchema),
  recurrence: field(z.array(z.string())),
  recurringEventId: text,
  originalStartTime: field(timeSchema),
  organizer: field(personSchema),
  attendees: field(z.array(personSchema)),
  transparency: text,
  eventType: text,
  hangoutLink: text,
  conferenceData: field(z.object({ entryPoints: field(z.array(z.object({ uri: text }))) })),
  sequence: field(z.number().int()),
  updated: text,
});
export type GoogleEvent = z.output<typeof googleEventSchema>;

/** A calendar in the account's list. */
export const googleCalendarSchema = z.object({
  id: z.string().min(1).max(2000),
  summary: text,
  summaryOverride: text,
  accessRole: text,
  deleted: field(z.boolean()),
});
export type GoogleCalendar = z.output<typeof googleCalendarSchema>;

/** One page of a list; the last one of events has the token for the next refresh. */
export const googlePageSchema = z.object({
  items: z.array(z.unknown()).catch([]),
  nextPageToken: text,
  nextSyncToken: text,
});
