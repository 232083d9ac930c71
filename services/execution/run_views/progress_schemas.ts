import { z } from "zod";
import { timeSchema } from "../../ground/kernel/schemas.ts";

/** Where a run is, and how long it took so far. */
export const runProgressSchema = z.object({
  steps: z.array(z.object({
    id: z.enum(["plan", "work", "verify", "review"]),
    status: z.enum(["todo", "active", "waiting", "done", "ended"]),
    milliseconds: z.number().int().describe("how long it took so far, without waiting"),
  })),
  activeSince: timeSchema.nullable().describe(
    "when the active step was last resumed; add the time since to its milliseconds",
  ),
  tasksDone: z.number().int(),
  tasks: z.number().int(),
  restedMilliseconds: z.number().int().describe("how long it waited, was paused or was queued"),
  usualVerifyMilliseconds: z.number().int().nullable()
    .describe("the median of earlier runs of the same verifier in the same repository"),
  queuePlace: z.number().int().nullable().describe(
    "1 is the next; null if it is not queued",
  ),
});
export type RunProgress = z.output<typeof runProgressSchema>;
