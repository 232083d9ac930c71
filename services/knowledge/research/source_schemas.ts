import { z } from "zod";
import { timeSchema } from "../../ground/kernel/schemas.ts";

const urlSchema = z.string().min(1).max(4096).meta({ example: "https://example.org/article" });

export const sourceUrlInputSchema = z.object({ url: urlSchema }).meta({ id: "researchSourceUrlInputSchema" });
export type SourceUrlInput = z.output<typeof sourceUrlInputSchema>;

export const sourceMetadataSchema = z.object({
  url: z.string(),
  finalUrl: z.string().describe("the target of the last redirect"),
  canonicalUrl: z.string().nullable().describe("the address that the page names as its own"),
  redirects: z.array(z.string()).describe("the addresses that redirected, without their queries"),
  status: z.number().int(),
  mediaType: z.string(),
  title: z.string(),
  description: z.string(),
  siteName: z.string().nullable(),
  author: z.string().nullable(),
  publishedAt: z.string().nullable(),
  language: z.string().nullable(),
  image: z.string().nullable(),
  bytes: z.number().int(),
  sha256: z.string().describe("of the response as received"),
  fetchedAt: timeSchema,
  warnings: z.array(z.string()),
}).meta({ id: "researchSourceMetadataSchema" });
export type SourceMetadata = z.output<typeof sourceMetadataSchema>;

export const sourcePreviewSchema = sourceMetadataSchema.extend({
  content: z.string().describe("plain text"),
  wordCount: z.number().int(),
  readable: z.boolean().describe("whether the text is that of the article alone"),
  truncated: z.boolean(),
  links: z.array(z.object({ url: z.string(), text: z.string() })),
  snapshot: z.object({
    path: z.string().describe("below the storage directory"),
    sha256: z.string().describe("of the content"),
    size: z.number().int(),
  }),
  drift: z.object({
    previousSha256: z.string(),
    previousAt: timeSchema,
    changed: z.boolean(),
    similarity: z.number().nullable().describe(
      "0 to 1, by three-word sequences; null if the previous text is lost",
    ),
  }).nullable().describe("compared with the previous reading; null for the first"),
}).meta({ id: "researchSourcePreviewSchema" });
export type SourcePreview = z.output<typeof sourcePreviewSchema>;

const originSchema = z.enum(["stored", "engine"]);

export const sourceSearchInputSchema = z.object({
  query: z.string().min(1).max(500).meta({ example: "release process" }),
  limit: z.number().int().min(1).max(1000).default(100),
  origins: z.array(originSchema).min(1).max(2).optional().describe(
    "where to look: what is stored here, the configured engine, or both",
  ),
}).meta({ id: "researchSourceSearchInputSchema" });
export type SourceSearchInput = z.output<typeof sourceSearchInputSchema>;

export const sourceSearchResultSchema = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  snippet: z.string(),
  origin: originSchema,
  engine: z.string().nullable(),
  rank: z.number().int(),
  warnings: z.array(z.string()).describe("why the list is not complete, such as an engine that failed"),
  stored: z.object({ kind: z.enum(["source", "note", "asset"]), id: z.string() }).nullable().describe(
    "what is stored of it; only that can be cited",
  ),
}).meta({ id: "researchSourceSearchResultSchema" });
export type SourceSearchResult = z.output<typeof sourceSearchResultSchema>;
