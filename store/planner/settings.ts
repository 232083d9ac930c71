import { z } from "zod";
import { CALENDAR_ROLES, WEEKDAYS } from "../shared/enumerations.ts";

export { WEEKDAYS };

/** A part of a day in local time: `09:00` to `17:00`. An end of `24:00` is midnight. */
const spanSchema = z.object({ start: z.string(), end: z.string() });

/** When nothing starts automatically and no notifications are sent. An end at or before its start is on the next day. */
const quietHoursSchema = z.object({
  /** The days on which they begin. */
  days: z.array(z.enum(WEEKDAYS)),
  from: z.string(),
  to: z.string(),
});
export type QuietHours = z.infer<typeof quietHoursSchema>;

/** The server that mail is submitted to. */
export const smtpSchema = z.object({
  host: z.string(),
  port: z.number().int(),
  /** `tls` from the first byte, `starttls` before any command, `none` only on this machine. */
  security: z.enum(["tls", "starttls", "none"]),
  username: z.string().nullable(),
  secretId: z.string().nullable(),
  from: z.string(),
});
export type SmtpSettings = z.infer<typeof smtpSchema>;
/** A search engine with SearXNG's API. It may be on the operator's own network, by its exact `host:port`. */
const searchEngineSchema = z.object({
  kind: z.literal("searxng"),
  url: z.string(),
  privateHost: z.string().nullable(),
});
export type SearchEngine = z.infer<typeof searchEngineSchema>;

/** Which models may read records to answer a question: none, those of this machine, or any configured one. */
export const askSettingsSchema = z.object({ model: z.enum(["never", "local", "any"]) });

/** The planner's settings without its sources. */
export const settingsDocumentSchema = z.object({
  timeZone: z.string(),
  weekStart: z.enum(WEEKDAYS),
  workingHours: z.partialRecord(z.enum(WEEKDAYS), z.array(spanSchema)),
  /** In the planner's zone; null if there are none. */
  quietHours: quietHoursSchema.nullable(),
  bufferMinutes: z.number().int(),
  travelBufferMinutes: z.number().int().nullable(),
  dailyCapMinutes: z.number().int().nullable(),
  defaultDurationMinutes: z.number().int(),
  horizonDays: z.number().int(),
  refreshIntervalMinutes: z.number().int(),
  identity: z.object({ name: z.string(), emails: z.array(z.string()) }),
  defaultCalendarId: z.string().nullable(),
  smtp: smtpSchema.nullable(),
  /** The search engine that research uses in addition to stored sources; null for none. */
  searchEngine: searchEngineSchema.nullable(),
  /** The exact `host:port` addresses on the operator's own network that research may read. */
  privateHosts: z.array(z.string()),
  ask: askSettingsSchema,
  /** The ids of the sources: of equal copies of an event, that of the first one is shown. */
  sourceOrder: z.array(z.string()),
});
export type SettingsDocument = z.infer<typeof settingsDocumentSchema>;

/** Settings as recorded; later additions are absent in older events. */
export const recordedSettingsSchema = settingsDocumentSchema.partial({
  quietHours: true,
  defaultCalendarId: true,
  smtp: true,
  searchEngine: true,
  privateHosts: true,
  ask: true,
  sourceOrder: true,
});
export type RecordedSettings = z.infer<typeof recordedSettingsSchema>;

const NINE_TO_FIVE = [{ start: "09:00", end: "17:00" }];

/** The defaults. The machine's time zone is filled in when settings are read. */
export const DEFAULT_SETTINGS: SettingsDocument = {
  timeZone: "UTC",
  weekStart: "mon",
  workingHours: {
    mon: NINE_TO_FIVE,
    tue: NINE_TO_FIVE,
    wed: NINE_TO_FIVE,
    thu: NINE_TO_FIVE,
    fri: NINE_TO_FIVE,
  },
  quietHours: null,
  bufferMinutes: 0,
  travelBufferMinutes: null,
  dailyCapMinutes: null,
  defaultDurationMinutes: 30,
  horizonDays: 90,
  refreshIntervalMinutes: 15,
  identity: { name: "", emails: [] },
  defaultCalendarId: null,
  smtp: null,
  searchEngine: null,
  privateHosts: [],
  ask: { model: "never" },
  sourceOrder: [],
};

/** What a source is and where it is. Secrets are named only by id. */
export const sourceConfigSchema = z.object({
  kind: z.enum(["ics_file", "ics_url", "caldav", "markdown", "google"]),
  label: z.string(),
  url: z.string().nullable(),
  path: z.string().nullable(),
  username: z.string().nullable(),
  secretId: z.string().nullable(),
  accountId: z.string().nullable(),
  collections: z.array(z.string()).nullable(),
  role: z.enum(CALENDAR_ROLES).nullable(),
  enabled: z.boolean(),
  writeBack: z.enum(["off", "ask"]),
  privateHost: z.string().nullable(),
});
export type SourceConfig = z.infer<typeof sourceConfigSchema>;
