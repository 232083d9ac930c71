import { z } from "zod";
import { ITEM_TYPES } from "../../../store/shared/enumerations.ts";
import { pageQuery, queryFlagSchema, timeSchema } from "../../ground/kernel/schemas.ts";
import { listSchema, rangeQuery } from "../planner_settings/input_schemas.ts";

export const plannerSearchQuerySchema = z.object({
  query: z.string().max(500).optional(),
  q: z.string().max(500).optional(),
  sources: listSchema.optional(),
  accountId: z.string().max(100).optional(),
  itemTypes: listSchema.pipe(z.array(z.enum(ITEM_TYPES))).optional().describe(
    "separated by commas",
  ),
  ...rangeQuery,
  ...pageQuery,
  includeDiagnostics: queryFlagSchema.default(false),
}).refine(({ query, q }) => query !== undefined || q !== undefined, {
  message: "say what to search for, such as: design review",
  path: ["query"],
});
export type PlannerSearchQuery = z.output<typeof plannerSearchQuerySchema>;

export const plannerArtifactSearchResultSchema = z.object({
  id: z.string(),
  artifactId: z.string().nullable(),
  taskId: z.string().nullable(),
  itemType: z.enum(ITEM_TYPES),
  source: z.string(),
  title: z.string(),
  snippet: z.string(),
  highlights: z.array(z.tuple([z.number().int(), z.number().int()])).describe(
    "position in the snippet, in characters",
  ),
  score: z.number(),
  matchedFields: z.array(z.string()),
  start: timeSchema.nullable(),
  end: timeSchema.nullable(),
  diagnostics: z.object({
    terms: z.array(z.string()),
    bm25: z.number(),
    boosts: z.record(z.string(), z.number()).describe("how much a word counts in each field that matched"),
    filters: z.object({
      sources: z.array(z.string()).nullable(),
      accountId: z.string().nullable(),
      itemTypes: z.array(z.string()).nullable(),
      from: timeSchema.nullable(),
      to: timeSchema.nullable(),
    }).describe("what was searched; null where nothing was left out"),
    indexSequence: z.number().int(),
    tookMs: z.number(),
  }).optional(),
}).meta({ id: "plannerArtifactSearchResultSchema" });
export type PlannerArtifactSearchResult = z.output<typeof plannerArtifactSearchResultSchema>;

export const plannerRetrievalStatusSchema = z.object({
  backend: z.enum(["fts5", "none"]).describe("none while there is nothing to search"),
  state: z.enum(["not_configured", "ready", "stale", "failed"]).describe(
    "stale if something is not found, failed if the index is damaged; start mends both",
  ),
  configured: z.boolean().describe("whether there is anything to search: a source or a task"),
  indexed: z.object({ events: z.number().int(), notes: z.number().int(), tasks: z.number().int() }),
  waiting: z.number().int().describe("events, notes and tasks that are not in the index"),
  indexSequence: z.number().int().describe("the event up to which everything is in the index"),
  behind: z.number().int().describe("events since then"),
  builtAt: timeSchema.nullable().describe("when its content last changed; null if it never had any"),
  sizeBytes: z.number().int(),
  lastError: z.string().nullable(),
  howTo: z.string(),
}).meta({ id: "plannerRetrievalStatusSchema" });
export type PlannerRetrievalStatus = z.output<typeof plannerRetrievalStatusSchema>;
