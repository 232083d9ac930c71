import type { SentencesFor } from "../domain.ts";
import { counted, firstLine } from "../words.ts";
import type { approvalEvents } from "./stream.ts";

const note = (text: string | undefined): string => text ? `: ${firstLine(text)}` : ".";

/** What happens to an approval. */
export const approvalSentences: SentencesFor<typeof approvalEvents> = {
  "approval.requested": ({ data }) =>
    `Approval asked for: ${data.title} (${data.policyClass}, risk ${data.risk}).`,
  "approval.approved": ({ data }) => `Approved by a ${data.actorType}${note(data.reviewerNote)}`,
  "approval.rejected": ({ data }) => `Rejected by a ${data.actorType}${note(data.reviewerNote)}`,
  "approval.expired": ({ data }) => `The approval expired. ${data.detail}`,
  "approval.superseded": ({ data }) => `The approval was superseded. ${data.detail}`,
  "approval.cancelled": ({ data }) => `The approval was cancelled. ${data.detail}`,
  "approval.apply_started": ({ data }) =>
    `Applying ${counted(data.files, "file")} began; the intent is recorded.`,
  "approval.applied": ({ data }) => `Applied ${counted(data.files, "file")}.`,
  "approval.apply_failed": ({ data }) => `Applying failed: ${data.detail}`,
  "approval.stale": ({ data }) => `Nothing was written: ${data.detail}`,
};
