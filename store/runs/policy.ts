import { z } from "zod";
import { dialSchema } from "../autonomy/stream.ts";

/** What was decided about a request before anything was done, and how much its workers may do without asking. */
export const policySchema = z.object({
  policyClass: z.string(),
  reason: z.string(),
  /** Absent in what was recorded before there was a setting, which meant `everything`. */
  dial: dialSchema.optional(),
});
