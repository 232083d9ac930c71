import { z } from "zod";
import { namedDraftFields } from "../../planner/waiting/schemas.ts";
import { approvalDecisionInputSchema } from "../../../control/approvals/decision_schema.ts";

const hashSchema = z.string().regex(
  /^[0-9a-f]{64}$/,
  "expected the 64 hexadecimal digits that the draft is shown with",
);

const draftSchema = z.object({
  draftId: z.string().min(1).max(100),
  sha256: hashSchema.describe("the draft's hash, as its action shows it"),
});

const sendFieldsSchema = z.object({
  drafts: z.array(draftSchema).min(1).max(50).optional(),
  ...namedDraftFields,
  sha256: z.union([hashSchema, z.array(hashSchema)]).optional().describe(
    "the hash of draftId, or those of draftIds in the same order",
  ),
  decision: approvalDecisionInputSchema.optional().describe("approves them in the same request"),
});
export type SendDraftsInput = z.output<typeof sendFieldsSchema>;

export const sendDraftsInputSchema = sendFieldsSchema.refine(
  (input) => namedDrafts(input) !== null,
  "give either drafts, draftId with sha256, or draftIds with the sha256 of each",
).meta({ id: "plannerSendCalendarDraftsInputSchema" });

/** Returns the drafts that an input names, each with its hash; null if it names none, or names them in several ways. */
export function namedDrafts(
  { drafts, draftId, draftIds, sha256 }: SendDraftsInput,
): z.output<typeof draftSchema>[] | null {
  const ids = draftIds ?? (draftId === undefined ? [] : [draftId]);
  if (drafts) return ids.length === 0 && sha256 === undefined ? drafts : null;
  if (draftId !== undefined && draftIds !== undefined) return null;
  if (sha256 === undefined || Array.isArray(sha256) !== (draftIds !== undefined)) return null;
  const hashes = [sha256].flat();
  return hashes.length === ids.length ? ids.map((id, at) => ({ draftId: id, sha256: hashes[at]! })) : null;
}

export const draftSendResponseSchema = z.object({
  results: z.array(z.object({
    draftId: z.string(),
    status: z.enum(["needs_review", "sent", "already_sent", "failed", "refused", "uncertain"]),
    approvalId: z.string().nullable(),
    messageId: z.string(),
    accepted: z.array(z.string()),
    rejected: z.array(z.string()),
    detail: z.string(),
  })),
}).meta({ id: "plannerCalendarDraftSendResponseSchema" });
export type DraftSendResponse = z.output<typeof draftSendResponseSchema>;
