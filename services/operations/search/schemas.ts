import { z } from "zod";
import { HIT_KINDS } from "../../../store/shared/enumerations.ts";
import { offsetSchema, timeSchema } from "../../ground/kernel/schemas.ts";

const kindSchema = z.enum(HIT_KINDS);

export const searchQuerySchema = z.object({
  query: z.string().max(1000).optional().describe(
    'words that must all occur, the last one may be incomplete; "in quotes" a phrase; #41, or its id, a run',
  ).meta({ example: "retry delay" }),
  path: z.string().min(1).max(1000).optional().describe(
    "a file: patches that change it, with all words of the query if there is one",
  )
    .meta({ example: "src/retry.ts" }),
  kind: kindSchema.optional().describe("only results of this kind"),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: offsetSchema.pipe(z.number().max(10_000)),
}).refine(({ query, path }) => query !== undefined || path !== undefined, "send query or path");
export type SearchQuery = z.output<typeof searchQuerySchema>;

/** One search result. */
const searchHitSchema = z.object({
  id: z.string(),
  kind: kindSchema,
  title: z.string(),
  snippet: z.string().describe("the text around the first match, without secrets"),
  subject: z.string().nullable().describe("the record that it belongs to; null for a line of a log"),
  part: z.string().nullable().describe("the path of the artifact that it is in"),
  runId: z.string().nullable(),
  runNumber: z.number().int().nullable(),
  runStatus: z.string().nullable(),
  runTitle: z.string().nullable(),
  conversationId: z.string().nullable(),
  at: timeSchema,
}).meta({ id: "searchHitSchema" });
export type SearchHit = z.output<typeof searchHitSchema>;

/** Search results, newest first; lines of the log come last. */
export const searchResultSchema = z.object({ items: z.array(searchHitSchema), more: z.boolean() })
  .meta({ id: "searchResultSchema" });
export type SearchResult = z.output<typeof searchResultSchema>;
