import { z } from "zod";
import { dialSchema } from "../autonomy/stream.ts";
import { alternateSchema } from "../repositories/stream.ts";

/** What was decided about a request before anything was done, and how much its workers may do without asking. */
export const policySchema = z.object({
  policyClass: z.string(),
  reason: z.string(),
  /** Absent in events from before the setting existed, which means `everything`. */
  dial: dialSchema.optional(),
  /** The directories with objects outside of the repository that it may read. Absent in events from before they were asked about. */
  alternates: z.array(alternateSchema).optional(),
});
