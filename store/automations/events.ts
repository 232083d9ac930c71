import { z } from "zod";
import { ENDED_RUN_STATES } from "../shared/run_states.ts";
import {
  automationStatusSchema,
  bufferedSchema,
  definitionSchema,
  nextSchema,
  originSchema,
  outcomeSchema,
  triggeredBySchema,
} from "./document.ts";

/** One row of the ledger: one moment, or a span of moments with one outcome. */
export const fireSchema = z.object({
  fireId: z.string(),
  revision: z.number().int(),
  trigger: triggeredBySchema,
  dueAt: z.string(),
  /** The last moment of a span; the same as `dueAt` for a single one. */
  lastDueAt: z.string(),
  count: z.number().int(),
  /** True if there were more than were counted. */
  countAtLeast: z.boolean(),
  latenessMilliseconds: z.number().int(),
  outcome: outcomeSchema,
  reason: z.string().nullable(),
  runId: z.string().nullable(),
  /** The version of the time zone tables that the moment was computed with. */
  tz: z.string(),
  ...originSchema.shape,
  inARow: z.number().int().optional(),
});
export type Fire = z.infer<typeof fireSchema>;

const firedSchema = fireSchema.extend({ next: nextSchema });

/** The events of an automation; shapes are frozen. `next` is what the schedule says comes next. */
export const automationEvents = {
  "automation.created": definitionSchema.extend({
    cursor: z.string(),
    next: nextSchema,
    eventCursor: z.number().int(),
  }),
  "automation.updated": definitionSchema.extend({ cursor: z.string(), next: nextSchema }),
  "automation.status_changed": z.object({
    status: automationStatusSchema,
    by: z.enum(["person", "failures"]),
    reason: z.string().nullable(),
    cursor: z.string(),
    next: nextSchema,
  }),
  "automation.fired": firedSchema,
  "automation.skipped": firedSchema,
  "automation.missed": firedSchema,
  "automation.failed": firedSchema,
  "automation.buffered": bufferedSchema.extend({ next: nextSchema }),
  "automation.rescheduled": z.object({
    cursor: z.string(),
    next: nextSchema,
    reason: z.enum(["clock_was_ahead", "zone_tables_changed"]),
    detail: z.string(),
  }),
  "automation.run_ended": z.object({
    fireId: z.string(),
    runId: z.string(),
    status: z.enum(ENDED_RUN_STATES),
  }),
  /** How far the log was checked for the trigger, so that a start does not check it all again. */
  "automation.events_seen": z.object({ sequence: z.number().int() }),
  "automation.deleted": z.object({}),
} as const;
