import { z } from "zod";
import { commandSchema, workerChoiceSchema } from "../runs/document.ts";

/** Whether a version of a workflow may be run by others than the operator. */
export const workflowStatusSchema = z.enum(["active", "inactive"]);

/** The start of a run of a version, so that it can be queued without reading the text. */
export const workflowStartSchema = z.object({
  inputs: z.record(z.string(), z.unknown()).exactOptional(),
  repoPath: z.string().exactOptional(),
  worker: workerChoiceSchema.exactOptional(),
  verifier: commandSchema.exactOptional(),
  setup: commandSchema.exactOptional(),
  maxCostUsd: z.number().exactOptional(),
  /** The versions of other workflows that it includes. */
  includes: z.array(z.object({
    workflowId: z.string(),
    version: z.number().int(),
    sha256: z.string(),
    size: z.number().int(),
    name: z.string(),
  })).exactOptional(),
});
export type WorkflowStart = z.infer<typeof workflowStartSchema>;

/** A saved workflow, without the texts of its versions. */
export const workflowDocumentSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  status: workflowStatusSchema,
  activeVersion: z.number().int().nullable(),
  latestVersion: z.number().int(),
  sourceSha256: z.string().describe("of the newest version"),
  deletedAt: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type WorkflowDocument = z.infer<typeof workflowDocumentSchema>;
