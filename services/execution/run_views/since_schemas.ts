import { z } from "zod";
import { bundleFileSchema } from "../../control/approvals/schemas.ts";

export const sinceQuerySchema = z.object({
  from: z.string().min(1).max(100).describe("the earlier checkpoint, one of its rounds[]"),
});

/** What changed between two rounds of a run's work. */
export const sinceRoundSchema = z.object({
  id: z.string().describe("the earlier checkpoint"),
  round: z.number().int(),
  patch: z.string(),
  files: z.array(bundleFileSchema),
}).meta({ id: "sinceRoundSchema" });
export type SinceRound = z.output<typeof sinceRoundSchema>;
