import { z } from "zod";
import { countsSchema, pageQuery, queryFlagSchema } from "../../ground/kernel/schemas.ts";
import { runStatusSchema } from "../../../store/runs/document.ts";

const filterShape = {
  query: z.string().max(1000).optional()
    .describe("words in the request, the directory or the reason of its end; or #41, or an id"),
  repoPath: z.string().min(1).max(4096).optional().describe("the directory that the runs were given"),
  workflowId: z.string().min(1).max(200).optional().describe("the saved workflow that they run"),
  archived: queryFlagSchema.default(false).describe("archived runs instead"),
};

export const runListQuerySchema = z.object({
  status: runStatusSchema.optional(),
  ...filterShape,
  ...pageQuery,
  after: z.string().optional().describe(
    "id of the last run of the page before: unlike offset, it repeats no run when others are created meanwhile",
  ),
});
export type RunListQuery = z.output<typeof runListQuerySchema>;

export const runCountsQuerySchema = z.object(filterShape);

/** How many runs match a filter, whatever their state, and where they work. */
export const runCountsSchema = z.object({
  total: z.number().int(),
  byStatus: countsSchema,
  repositories: z.array(z.string()).describe(
    "the directories of all archived runs, or of all others",
  ),
}).meta({ id: "runCountsSchema" });
export type RunCounts = z.output<typeof runCountsSchema>;
