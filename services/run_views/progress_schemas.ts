import { z } from "zod";
import { timeSchema } from "../kernel/schemas.ts";

/** Where a run is, and how long it took to get there. */
export const runProgressSchema = z.object({
  steps: z.array(z.object({
    id: z.enum(["plan", "work", "verify", "review"]),
    status: z.enum(["todo", "active", "waiting", "done", "ended"]),
    milliseconds: z.number().int().describe("how long it took so far, without waiting"),
  })),
  activeSince: timeSchema.nullable().describe(
    "since when the active step goes on; add it to its milliseconds",
  ),
  tasksDone: z.number().int(),
  tasks: z.number().int(),
  restedMilliseconds: z.number().int().describe("how long it waited, was paused or stood in the queue"),
  usualVerifyMilliseconds: z.number().int().nullable()
    .describe("the median of earlier runs of the same verifier in the same repository"),
  queuePlace: z.number().int().nullable().describe(
    "1 is the next; null where it does not stand in the queue",
  ),
});
export type RunProgress = z.output<typeof runProgressSchema>;
