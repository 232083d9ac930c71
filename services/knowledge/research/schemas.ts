import { z } from "zod";
import { writtenSchema } from "../../ground/kernel/schemas.ts";
import { researchAssetDocumentSchema, researchNoteDocumentSchema } from "../../../store/research/stream.ts";

const tagsSchema = z.array(z.string().min(1).max(100)).max(50).default([]);
const urlSchema = z.url({ protocol: /^https?$/ }).max(4096);

export const saveResearchNoteInputSchema = z.object({
  content: writtenSchema(10_000).meta({ example: "Releases are cut on Fridays" }),
  title: z.string().min(1).max(500).optional(),
  sourceUrl: urlSchema.optional(),
  tags: tagsSchema,
  about: z.string().min(1).max(1024).optional()
    .describe(
      "the approval, evaluation, task session or artifact of the run that it is about: an id, or a path",
    ),
}).meta({ id: "saveResearchNoteInputSchema" });
export type SaveResearchNoteInput = z.output<typeof saveResearchNoteInputSchema>;

export const researchNoteSchema = researchNoteDocumentSchema.meta({ id: "researchNoteSchema" });
export type ResearchNote = z.output<typeof researchNoteSchema>;

/** A source or a file of any owner; each endpoint names it differently. */
export const researchAssetInputSchema = z.object({
  title: z.string().min(1).max(500).meta({ example: "Release notes" }),
  url: urlSchema.optional(),
  mediaType: z.string().min(1).max(200).optional(),
  content: z.string().optional(),
  contentBase64: z.base64().optional(),
  summary: z.string().max(4000).optional(),
  tags: tagsSchema,
}).refine(
  (input) => [input.content, input.contentBase64, input.url].some((value) => value !== undefined),
  "give content, contentBase64 or at least a url",
).refine(
  (input) => input.content === undefined || input.contentBase64 === undefined,
  "give content or contentBase64, not both",
);

export const createResearchAssetInputSchema = researchAssetInputSchema
  .meta({ id: "createResearchAssetInputSchema" });
export type CreateResearchAssetInput = z.output<typeof createResearchAssetInputSchema>;

export const researchAssetSchema = researchAssetDocumentSchema.meta({ id: "researchAssetSchema" });
export type ResearchAsset = z.output<typeof researchAssetSchema>;
