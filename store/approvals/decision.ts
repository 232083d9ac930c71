import { z } from "zod";

/** A remark on one line of a patch. `line` is its number on the given side. */
export const remarkSchema = z.object({
  path: z.string(),
  side: z.enum(["before", "after"]),
  line: z.number().int(),
  quote: z.string(),
  body: z.string(),
});

/** A decision on an approval, and what the reviewer confirmed with it. */
export const decisionSchema = z.object({
  actorType: z.enum(["human", "coordinator"]),
  reviewerNote: z.string().optional(),
  reviewedEvidence: z.boolean(),
  reviewedHashes: z.boolean(),
  reviewedPolicyClass: z.boolean(),
  disposition: z.enum(["rework", "abandon"]).optional(),
  acceptedHunks: z.array(z.string()).optional(),
  /** The values entered in the form of a workflow's approval. */
  response: z.record(z.string(), z.unknown()).optional(),
  withOutput: z.boolean().optional(),
  /** For a worker's question: the scope of the answer. */
  scope: z.enum(["once", "run", "repository", "pattern"]).optional(),
  pattern: z.string().optional(),
  delivery: z.enum(["tree", "branch", "format-patch"]).optional(),
  /** Remarks on single lines when the work was sent back. The note contains them too. */
  remarks: z.array(remarkSchema).optional(),
});
