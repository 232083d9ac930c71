import { z } from "zod";

/** A remark on one line of a patch; `line` is its number on the side that it is on. */
export const remarkSchema = z.object({
  path: z.string(),
  side: z.enum(["before", "after"]),
  line: z.number().int(),
  quote: z.string(),
  body: z.string(),
});

/** What was decided of an approval, and what was confirmed with it. */
export const decisionSchema = z.object({
  actorType: z.enum(["human", "coordinator"]),
  reviewerNote: z.string().optional(),
  reviewedEvidence: z.boolean(),
  reviewedHashes: z.boolean(),
  reviewedPolicyClass: z.boolean(),
  disposition: z.enum(["rework", "abandon"]).optional(),
  acceptedHunks: z.array(z.string()).optional(),
  /** What the form of a workflow's approval was filled in with. */
  response: z.record(z.string(), z.unknown()).optional(),
  withOutput: z.boolean().optional(),
  /** For what a worker asked: how far the answer holds. */
  scope: z.enum(["once", "run", "repository", "pattern"]).optional(),
  pattern: z.string().optional(),
  delivery: z.enum(["tree", "branch", "format-patch"]).optional(),
  /** What was said of single lines when the work was sent back; the note says it too. */
  remarks: z.array(remarkSchema).optional(),
});
