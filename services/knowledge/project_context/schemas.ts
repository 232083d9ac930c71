import { z } from "zod";
import { projectContextDocumentRecordSchema } from "../../../store/project_context/stream.ts";
import { limitSchema, queryFlagSchema, timeSchema } from "../../ground/kernel/schemas.ts";
import { driftSchema } from "./drift/schemas.ts";
import { PROJECT_CONTEXT_STATUSES } from "../../../store/shared/enumerations.ts";

/** The largest version of a document, in bytes of UTF-8. */
export const MAX_CONTENT_BYTES = 512 * 1024;

/** The largest metadata of a document as JSON, so that the document stays small. */
const MAX_METADATA_BYTES = 4096;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const projectPathSchema = z.string().min(1).max(1000).describe("absolute path of an existing directory")
  .meta({ example: "/srv/shop" });
const titleSchema = z.string().min(1).max(300);
const documentTypeSchema = z.string().min(1).max(64).describe(
  "instructions, readme, plan, design, notes, reference, or a word of your own",
);
const contentSchema = z.string().min(1).max(MAX_CONTENT_BYTES).refine(
  (content) => bytesOf(content) <= MAX_CONTENT_BYTES,
  `expected at most ${MAX_CONTENT_BYTES} bytes of UTF-8`,
);
const metadataSchema = z.record(z.string(), z.unknown()).refine(
  (metadata) => bytesOf(JSON.stringify(metadata)) <= MAX_METADATA_BYTES,
  `expected at most ${MAX_METADATA_BYTES} bytes of JSON`,
);
const importFromSchema = z.string().min(1).max(1000).describe(
  'a text file of the repository instead of content: a path, a name such as AGENTS.md that is looked for upwards, or "nearest"',
);

const NOT_BOTH = { message: "give content or importFrom, not both", path: ["importFrom"] };
const notBoth = (input: { content?: string | undefined; importFrom?: string | undefined }): boolean =>
  input.content === undefined || input.importFrom === undefined;

/** With `importFrom` the title and the type are optional as well. */
export const createProjectContextDocumentInputSchema = z.object({
  projectPath: projectPathSchema,
  title: titleSchema.optional(),
  documentType: documentTypeSchema.optional(),
  content: contentSchema.optional(),
  importFrom: importFromSchema.optional(),
  status: z.enum(["active", "draft"]).default("active"),
  metadata: metadataSchema.default({}),
}).superRefine((input, context) => {
  if (input.importFrom !== undefined) return;
  for (const field of ["title", "documentType", "content"] as const) {
    if (input[field] !== undefined) continue;
    const message = "expected string, received undefined (it is optional only with importFrom)";
    context.addIssue({ code: "custom", path: [field], message });
  }
}).refine(notBoth, NOT_BOTH).meta({ id: "createProjectContextDocumentInputSchema" });
export type CreateProjectContextDocumentInput = z.output<typeof createProjectContextDocumentInputSchema>;

export const updateProjectContextDocumentInputSchema = z.object({
  projectPath: projectPathSchema.optional(),
  title: titleSchema.optional(),
  documentType: documentTypeSchema.optional(),
  content: contentSchema.optional(),
  importFrom: importFromSchema.optional(),
  status: z.enum(PROJECT_CONTEXT_STATUSES).optional(),
  metadata: metadataSchema.nullable().optional().describe("replaces the metadata as a whole; null clears it"),
}).refine(notBoth, NOT_BOTH).meta({ id: "updateProjectContextDocumentInputSchema" });
export type UpdateProjectContextDocumentInput = z.output<typeof updateProjectContextDocumentInputSchema>;

export const projectContextQuerySchema = z.object({
  projectPath: projectPathSchema.optional().describe("documents of exactly this directory"),
  status: z.enum(PROJECT_CONTEXT_STATUSES).optional(),
  documentType: documentTypeSchema.optional(),
  includeArchived: queryFlagSchema.default(false).describe(
    "includes archived ones; status=archived returns only those",
  ),
  includeContent: queryFlagSchema.default(false),
  query: z.string().min(1).max(500).optional().describe("prefixes of words in the title or content"),
  limit: limitSchema,
});
export type ProjectContextQuery = z.output<typeof projectContextQuerySchema>;

export const projectContextVersionQuerySchema = z.object({
  version: z.coerce.number().int().min(1).optional().describe("default: the newest"),
});

/** A document without its content. */
export const projectContextDocumentSchema = projectContextDocumentRecordSchema.extend({
  archived: z.boolean(),
}).meta({ id: "projectContextDocumentSchema" });
export type ProjectContextDocument = z.output<typeof projectContextDocumentSchema>;

const versionSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  sha256: z.string(),
  size: z.number().int(),
  at: timeSchema,
  actor: z.string(),
});
export type ProjectContextVersion = z.output<typeof versionSchema>;

/** A document with its current content, its newest versions, and what no longer matches the repository. */
export const projectContextDocumentWithContentSchema = projectContextDocumentSchema.extend({
  content: z.string(),
  contentMissing: z.string().optional().describe("why the content cannot be shown; the document remains"),
  contentTruncated: z.boolean().describe("true if a list truncated the content; a single document never is"),
  versions: z.array(versionSchema).describe("newest first, at most 100; the first is the newest"),
  drift: driftSchema,
}).meta({ id: "projectContextDocumentWithContentSchema" });
export type ProjectContextDocumentWithContent = z.output<typeof projectContextDocumentWithContentSchema>;
