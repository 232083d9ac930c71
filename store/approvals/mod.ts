import { storeDomain } from "../domain.ts";
import { approvalNotices } from "./notices.ts";
import { approvalSentences } from "./sentences.ts";
import { approvalStream } from "./stream.ts";
import { approvalTexts } from "./texts.ts";

/** What the store holds of approvals. */
export const approvals = storeDomain({
  streams: [approvalStream],
  views: [],
  sentences: approvalSentences,
  notices: [approvalNotices],
  texts: [approvalTexts],
});
