import { z } from "zod";
import { ANSWER_SCOPES, DELIVERIES } from "../../../store/shared/enumerations.ts";
import { jsonObjectSchema } from "../runs/schemas.ts";
import { shownInputSchema } from "./shown_schema.ts";

export const deliveryKindSchema = z.enum(DELIVERIES);
export type DeliveryKind = z.output<typeof deliveryKindSchema>;

/** A name or an address in a commit. Git drops angle brackets and line breaks from them. */
const inCommit = z.string().trim().min(1).max(200)
  .regex(
    /^[^\p{Cc}<>]*[\p{L}\p{N}][^\p{Cc}<>]*$/u,
    "without angle brackets and line breaks, and with a letter or digit",
  );
const authorInputSchema = z.object({ name: inCommit, email: inCommit });

/** Interface, section 2; `disposition` and `acceptedHunks` from semantics. */
export const approvalDecisionInputSchema = z.object({
  actorType: z.enum(["human", "coordinator"]),
  reviewerNote: z.string().max(10_000).optional(),
  reviewedEvidence: z.boolean().default(false),
  reviewedHashes: z.boolean().default(false),
  reviewedPolicyClass: z.boolean().default(false),
  disposition: z.enum(["rework", "abandon"]).optional(),
  acceptedHunks: z.array(z.string().min(1).max(64)).min(1).max(10_000).optional(),
  response: jsonObjectSchema.optional().describe("the values for the form of a workflow's approval"),
  delivery: deliveryKindSchema.optional().describe(
    "where an approved patch goes: the working tree, the default; a commit on a new branch; or a file for git am",
  ),
  author: authorInputSchema.optional().describe(
    "with the delivery branch or format-patch: who makes the commit; if absent, whom git's configuration of the repository names",
  ),
  scope: z.enum(ANSWER_SCOPES).optional().describe(
    "for a worker's question: how far the approval extends; once if absent",
  ),
  pattern: z.string().max(500).optional().describe(
    'with the scope "pattern": the commands, such as "pytest *"',
  ),
  withOutput: z.boolean().optional()
    .describe("with rework: the worker also gets what the verifier printed"),
  remarks: z.array(z.object({
    path: z.string().min(1).max(4096),
    side: z.enum(["before", "after"]),
    line: z.number().int().positive(),
    quote: z.string().max(500),
    body: z.string().min(1).max(10_000),
  })).min(1).max(500).optional().describe(
    "with rework: comments on single lines, kept so that the next round can show them in place",
  ),
  shown: shownInputSchema.optional().describe(
    "where the reviewer saw it; if absent, it is recorded that this service did not show it",
  ),
}).meta({ id: "approvalDecisionInputSchema" });
export type ApprovalDecisionInput = z.output<typeof approvalDecisionInputSchema>;
