import { z } from "zod";
import {
  askSettingsSchema,
  settingsDocumentSchema,
  smtpSchema,
  sourceConfigSchema,
  WEEKDAYS,
} from "../../../store/planner/settings.ts";
import { isHeaderText } from "./mail_address.ts";
import { zoneSchema } from "./input_schemas.ts";
import { isAlwaysQuiet } from "./quiet_hours.ts";

const clockSchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, "a time such as 09:00");
const spansSchema = z.array(
  z.object({ start: clockSchema, end: clockSchema }).refine(
    ({ start, end }) => start < end,
    "start before end",
  ),
).max(10);

const quietHoursSchema = z.object({
  days: z.array(z.enum(WEEKDAYS)).min(1).max(7).default([...WEEKDAYS]).describe(
    "the days on which they begin",
  ),
  from: clockSchema.refine((time) => time !== "24:00", "expected a start before 24:00").meta({
    example: "22:00",
  }),
  to: clockSchema.meta({ example: "07:00" }).describe("on the next day if it is not after `from`"),
}).refine(({ from, to }) => from !== to, "expected an end that differs from the start")
  .refine((hours) => !isAlwaysQuiet(hours), "expected at least one hour per week that is not quiet");

const idSchema = z.string().regex(
  /^[a-z0-9][a-z0-9_-]{0,39}$/,
  "expected 1 to 40 lower-case letters, digits, - and _",
)
  .refine((id) => id !== "local", "expected an id other than `local`, which is the source of local tasks")
  .meta({
    example: "work",
  });

/** The settings of a source: absent ones stay, null clears, `remove` erases it with everything that it contained. */
const sourceInputSchema = z.object({
  id: idSchema,
  remove: z.boolean().optional(),
  kind: sourceConfigSchema.shape.kind.optional(),
  label: z.string().min(1).max(100).optional(),
  url: z.string().min(1).max(4096).nullable().optional(),
  path: z.string().min(1).max(4096).nullable().optional(),
  username: z.string().min(1).max(320).regex(/^[\x21-\x39\x3b-\x7e]+$/, "printable, without : or spaces")
    .nullable()
    .optional(),
  secretId: z.string().min(1).max(64).nullable().optional(),
  accountId: z.string().min(1).max(100).nullable().optional(),
  collections: z.array(z.string().min(1).max(2000)).max(50).nullable().optional(),
  role: sourceConfigSchema.shape.role.optional(),
  enabled: z.boolean().optional(),
  writeBack: sourceConfigSchema.shape.writeBack.optional(),
  privateHost: z.string().min(1).max(300).nullable().optional().describe("host:port on your own network"),
});
export type SourceInput = z.output<typeof sourceInputSchema>;

const minutes = (most: number) => z.number().int().min(0).max(most);

export const plannerSettingsInputSchema = z.object({
  timeZone: zoneSchema.meta({ example: "Europe/Berlin" }).nullable().optional(),
  weekStart: z.enum(WEEKDAYS).nullable().optional(),
  workingHours: z.partialRecord(z.enum(WEEKDAYS), spansSchema).nullable().optional(),
  quietHours: quietHoursSchema.nullable().optional().describe(
    "when runs of automations wait, in the planner's zone; null for none",
  ),
  bufferMinutes: minutes(240).nullable().optional(),
  travelBufferMinutes: minutes(480).nullable().optional(),
  dailyCapMinutes: minutes(1440).nullable().optional(),
  defaultDurationMinutes: z.number().int().min(5).max(1440).nullable().optional(),
  horizonDays: z.number().int().min(1).max(365).nullable().optional(),
  refreshIntervalMinutes: minutes(10_080).nullable().optional().describe("0 is off"),
  identity: z.object({
    name: z.string().max(200).refine(
      isHeaderText,
      "expected a name without line breaks and control characters",
    )
      .optional(),
    emails: z.array(z.email().max(320)).max(20).optional(),
  }).nullable().optional(),
  defaultCalendarId: z.string().min(1).max(2_000).nullable().optional().describe(
    "calendar for new events: `local`, or `<source>:<calendar>`",
  ),
  smtp: z.object({
    host: z.string().min(1).max(253).regex(/^[a-zA-Z0-9.:-]+$/, "expected the name of a server"),
    port: z.number().int().min(1).max(65_535).default(587),
    security: smtpSchema.shape.security.default("starttls"),
    username: z.string().min(1).max(320).regex(/^[\x21-\x7e]+$/, "printable, without spaces").nullable()
      .default(null),
    secretId: z.string().min(1).max(64).nullable().default(null),
    from: z.string().min(3).max(254),
  }).nullable().optional().describe(
    "server for drafted mails; nothing is sent without a decision",
  ),
  searchEngine: z.object({
    kind: z.literal("searxng"),
    url: z.string().min(1).max(4096).meta({ example: "https://search.example.org" }),
    privateHost: z.string().min(1).max(300).nullable().default(null).describe(
      "host:port on your own network",
    ),
  }).nullable().optional().describe("used by research in addition to stored data"),
  privateHosts: z.array(z.string().min(1).max(300)).max(50).nullable().optional().describe(
    "exact host:port on your own network that research may read",
  ),
  ask: askSettingsSchema.nullable().optional().describe(
    "which models may read records to answer questions: none, those on this machine, or any",
  ),
  sources: z.array(sourceInputSchema).max(50).optional(),
}).meta({ id: "plannerSettingsInputSchema" });
export type PlannerSettingsInput = z.output<typeof plannerSettingsInputSchema>;

export const plannerSettingsSchema = settingsDocumentSchema.omit({ sourceOrder: true }).extend({
  sources: z.array(sourceConfigSchema.extend({ id: z.string() })),
}).meta({ id: "plannerSettingsSchema" });
export type PlannerSettings = z.output<typeof plannerSettingsSchema>;
