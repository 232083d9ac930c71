import { z } from "zod";
import { listSchema, momentInputSchema } from "../../planner_settings/input_schemas.ts";

export const plannerExportQuerySchema = z.object({
  ids: listSchema.optional().describe("ids of events and tasks, separated by commas"),
  sources: listSchema.optional().describe("separated by commas; `local` is the local calendar and tasks"),
  from: momentInputSchema.optional(),
  to: momentInputSchema.optional(),
}).refine(
  ({ from, to }) => (from === undefined) === (to === undefined),
  "from and to are only allowed together",
);
export type PlannerExportQuery = z.output<typeof plannerExportQuerySchema>;
