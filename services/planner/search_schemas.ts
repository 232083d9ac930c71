import { z } from "zod";
import { offsetSchema, queryFlagSchema, timeSchema } from "../kernel/schemas.ts";
import { listSchema, momentInputSchema } from "./schemas.ts";

const rangeQuery = { from: momentInputSchema.optional(), to: momentInputSchema.optional() };

export const plannerSearchQuerySchema = z.object({
  query: z.string().max(500).optional(),
  q: z.string().max(500).optional(),
  sources: listSchema.optional(),
  accountId: z.string().max(100).optional(),
  itemTypes: listSchema.optional(),
  ...rangeQuery,
  limit: z.coerce.number().int().min(1).max(200).default(20),
  offset: offsetSchema,
  includeDiagnostics: queryFlagSchema.default(false),
});
export type PlannerSearchQuery = z.output<typeof plannerSearchQuerySchema>;

export const plannerArtifactSearchResultSchema = z.object({
  id: z.string(),
  artifactId: z.string().nullable(),
  taskId: z.string().nullable(),
  itemType: z.enum(["event", "task"]),
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
    indexSequence: z.number().int(),
    tookMilliseconds: z.number(),
  }).optional(),
}).meta({ id: "plannerArtifactSearchResultSchema" });
export type PlannerArtifactSearchResult = z.output<typeof plannerArtifactSearchResultSchema>;

export const plannerRetrievalStatusSchema = z.object({
  backend: z.literal("fts5"),
  state: z.literal("ready"),
  configured: z.boolean(),
  indexed: z.object({ events: z.number().int(), tasks: z.number().int() }),
  waiting: z.number().int(),
  indexSequence: z.number().int(),
  behind: z.number().int(),
  sizeBytes: z.number().int(),
  lastError: z.string().nullable(),
  howTo: z.string(),
}).meta({ id: "plannerRetrievalStatusSchema" });
