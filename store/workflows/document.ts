import { z } from "zod";

/** Whether one version of a workflow may be run by others than the operator. */
export const workflowStatusSchema = z.enum(["active", "inactive"]);

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
