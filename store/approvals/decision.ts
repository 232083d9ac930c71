import { z } from "zod";
import { ANSWER_SCOPES, DELIVERIES, SHOWN_BY } from "../shared/enumerations.ts";

/** A remark on one line of a patch. `line` is its number on the given side. */
export const remarkSchema = z.object({
  path: z.string(),
  side: z.enum(["before", "after"]),
  line: z.number().int(),
  quote: z.string(),
  body: z.string(),
});

/** Where a person saw what they decided: the dashboard's page, the full screen, the command `review`, or nothing of ours. */
export const shownSchema = z.object({
  by: z.enum(SHOWN_BY),
  /** The files of the patch, and those of which each changed line was on the screen. Absent without a patch. */
  files: z.object({
    seen: z.number().int(),
    of: z.number().int(),
    /** The paths of the first of those; absent in decisions from before they were recorded. */
    paths: z.array(z.string()).optional(),
  }).optional(),
});

/** Who makes the commit of a delivered patch. */
export const authorSchema = z.object({ name: z.string(), email: z.string() });

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
  scope: z.enum(ANSWER_SCOPES).optional(),
  pattern: z.string().optional(),
  delivery: z.enum(DELIVERIES).optional(),
  /** The author of the delivered commit; absent if nobody is known. */
  author: authorSchema.optional(),
  /** Remarks on single lines when the work was sent back. The note contains them too. */
  remarks: z.array(remarkSchema).optional(),
  /** Absent in events from before it was recorded. */
  shown: shownSchema.optional(),
});
