import { z } from "zod";
import { approvalDecisionInputSchema } from "../../../control/approvals/decision_schema.ts";

const draftSchema = z.object({
  draftId: z.string().min(1).max(100),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "64 hex digits").describe(
    "the draft's hash, as its action shows it",
  ),
});

export const sendDraftsInputSchema = z.object({
  drafts: z.array(draftSchema).min(1).max(50),
  decision: approvalDecisionInputSchema.optional().describe("approves them in the same request"),
}).meta({ id: "plannerSendCalendarDraftsInputSchema" });
export type SendDraftsInput = z.output<typeof sendDraftsInputSchema>;

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
