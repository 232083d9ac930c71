import { z } from "zod";
import { timeSchema } from "../../ground/kernel/schemas.ts";

export const trendsQuerySchema = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) });

const count = z.number().int();

const trendDaySchema = z.object({
  day: z.string().describe("of UTC"),
  completed: count,
  failed: count,
  rejected: count.describe("runs whose work a person rejected; they are not counted as failed"),
  cancelled: count,
  waits: count.describe("waits for a person that began on this day and are over"),
  waitedMilliseconds: count,
  verifications: count,
  verifierMilliseconds: count,
  calls: count,
  unknownCalls: count.describe("calls of unknown cost"),
  costUsd: z.number(),
  tokens: count,
}).meta({ id: "trendDaySchema" });

/** What came of the runs of one worker, or in one repository. */
const trendNameSchema = z.object({
  name: z.string(),
  completed: count,
  failed: count,
  rejected: count.describe("runs whose work a person rejected; they are not counted as failed"),
  cancelled: count,
  reworked: count.describe("those among them that a person, or a red verifier, sent back"),
}).meta({ id: "trendNameSchema" });
export type TrendName = z.output<typeof trendNameSchema>;

export const trendsSchema = z.object({
  days: z.array(trendDaySchema),
  workers: z.array(trendNameSchema),
  repositories: z.array(trendNameSchema),
}).meta({ id: "trendsSchema" });
export type Trends = z.output<typeof trendsSchema>;

/** How far back the queue is shown. */
export const queueQuerySchema = z.object({ hours: z.coerce.number().int().min(1).max(744).default(48) });

const average = z.number().describe("on average in this hour");

const queueHourSchema = z.object({
  hour: timeSchema.describe("when it began"),
  queued: average,
  running: average,
  waiting: average.describe("for a person, a provider or a time; paused ones, too"),
}).meta({ id: "queueHourSchema" });
export type QueueHour = z.output<typeof queueHourSchema>;

/** How many runs were in the queue, at work and waiting, hour by hour, the oldest first. */
export const queueOverTimeSchema = z.object({ hours: z.array(queueHourSchema) }).meta({
  id: "queueOverTimeSchema",
});
export type QueueOverTime = z.output<typeof queueOverTimeSchema>;
