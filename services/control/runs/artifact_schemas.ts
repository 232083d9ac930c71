import { z } from "zod";
import { offsetSchema, timeSchema } from "../../ground/kernel/schemas.ts";

/** One artifact of a run, as every list shows it. */
export const artifactEntrySchema = z.object({
  id: z.string(),
  path: z.string(),
  purpose: z.string(),
  previewType: z.string(),
  label: z.string(),
  summary: z.string(),
  mediaType: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  taskSessionId: z.string().nullable(),
  round: z.number().int().optional().describe("the round whose evaluation it belongs to"),
  createdAt: timeSchema,
}).meta({ id: "artifactEntrySchema" });
export type ArtifactEntry = z.output<typeof artifactEntrySchema>;

const indexedSchema = artifactEntrySchema.extend({
  producer: z.object({
    kind: z.enum(["task_session", "verifier", "coordinator", "operator", "agent"]),
    runId: z.string(),
    taskSessionId: z.string().nullable(),
    taskSessionIds: z.array(z.string()).describe("the task sessions whose work it contains"),
  }),
  relatedApprovals: z.array(z.string()),
  relatedEvaluations: z.array(z.string()),
  relatedTaskSessions: z.array(z.string()).describe("the task sessions that a note is about"),
  relatedArtifacts: z.array(z.string()).describe("paths: what a note is about, and the notes about it"),
});

/** Interface, section 2: artifacts with what they belong to, grouped by purpose. */
export const artifactIndexSnapshotSchema = z.object({
  runId: z.string(),
  items: z.array(indexedSchema),
  groups: z.array(z.object({ id: z.string(), purpose: z.string(), artifactIds: z.array(z.string()) })),
  counts: z.object({ total: z.number().int(), bytes: z.number().int() }),
}).meta({ id: "artifactIndexSnapshotSchema" });
export type ArtifactIndexSnapshot = z.output<typeof artifactIndexSnapshotSchema>;

/** A part of the text of an artifact. */
export const artifactPartShape = {
  content: z.string().nullable().describe("the text; null if it is binary"),
  truncated: z.boolean().describe("true if more follows; download the file for all"),
  next: z.number().int().nullable().describe("the offset of what follows; null if nothing does"),
};

/** One artifact with its content, or a part of it. */
export const artifactSchema = artifactEntrySchema.extend({
  runId: z.string(),
  ...artifactPartShape,
}).meta({ id: "artifactSchema" });
export type Artifact = z.output<typeof artifactSchema>;

export const artifactQuerySchema = z.object({
  path: z.string().min(1).max(1024).meta({ example: "bundles/round-1.patch" }),
});

export const artifactPartQuerySchema = artifactQuerySchema.extend({
  offset: offsetSchema.describe("the first byte of the text to include; at most 256 KiB are"),
});
export type ArtifactPartQuery = z.output<typeof artifactPartQuerySchema>;
