import type { SentencesFor } from "../domain.ts";
import { counted, firstLine } from "../words.ts";
import type { approvalEvents } from "./stream.ts";

const note = (text: string | undefined): string => text ? `: ${firstLine(text)}` : ".";

/** What happens to an approval. */
export const approvalSentences: SentencesFor<typeof approvalEvents> = {
  "approval.requested": ({ data }) =>
    `Approval requested: ${data.title} (${data.policyClass}, risk ${data.risk}).`,
  "approval.approved": ({ data }) => `Approved by a ${data.actorType}${note(data.reviewerNote)}`,
  "approval.rejected": ({ data }) => `Rejected by a ${data.actorType}${note(data.reviewerNote)}`,
  "approval.expired": ({ data }) => `The approval expired. ${data.detail}`,
  "approval.superseded": ({ data }) => `The approval was superseded. ${data.detail}`,
  "approval.cancelled": ({ data }) => `The approval was cancelled. ${data.detail}`,
  "approval.apply_started": ({ data }) => `Started to apply ${counted(data.files, "file")}.`,
  "approval.applied": ({ data }) => `Applied ${counted(data.files, "file")}.`,
  "approval.apply_failed": ({ data }) => `Applying failed: ${data.detail}`,
  "approval.stale": ({ data }) => `Nothing was written: ${data.detail}`,
};
