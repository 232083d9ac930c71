import type { SentencesFor } from "../domain.ts";
import type { z } from "zod";
import { counted, firstLine, withArticle } from "../words.ts";
import type { shownSchema } from "./decision.ts";
import type { approvalEvents } from "./stream.ts";

const note = (text: string | undefined): string => text ? `: ${firstLine(text)}` : ".";

const seen = (shown: z.infer<typeof shownSchema> | undefined): string =>
  shown?.files ? ` who saw ${shown.files.seen} of ${counted(shown.files.of, "file")}` : "";

/** What happens to an approval. */
export const approvalSentences: SentencesFor<typeof approvalEvents> = {
  "approval.requested": ({ data }) =>
    `Approval requested: ${data.title} (${data.policyClass}, risk ${data.risk}).`,
  "approval.approved": ({ data }) =>
    `Approved by ${withArticle(data.actorType)}${seen(data.shown)}${note(data.reviewerNote)}`,
  "approval.rejected": ({ data }) =>
    `Rejected by ${withArticle(data.actorType)}${seen(data.shown)}${note(data.reviewerNote)}`,
  "approval.expired": ({ data }) => `The approval expired. ${data.detail}`,
  "approval.superseded": ({ data }) => `The approval was superseded. ${data.detail}`,
  "approval.cancelled": ({ data }) => `The approval was cancelled. ${data.detail}`,
  "approval.apply_started": ({ data }) => `Started to apply ${counted(data.files, "file")}.`,
  "approval.applied": ({ data }) => `Applied ${counted(data.files, "file")}.`,
  "approval.apply_failed": ({ data }) => `Applying failed: ${data.detail}`,
  "approval.apply_cancelled": ({ data }) => `Nothing was written. ${data.detail}`,
  "approval.stale": ({ data }) => `Nothing was written: ${data.detail}`,
};
