import { z } from "zod";
import { listSchema, momentInputSchema } from "../schemas.ts";

export const plannerExportQuerySchema = z.object({
  ids: listSchema.optional().describe("of events and tasks, separated by commas"),
  sources: listSchema.optional().describe("separated by commas; `local` is what is kept here"),
  from: momentInputSchema.optional(),
  to: momentInputSchema.optional(),
}).refine(({ from, to }) => (from === undefined) === (to === undefined), "needs from and to together");
export type PlannerExportQuery = z.output<typeof plannerExportQuerySchema>;
