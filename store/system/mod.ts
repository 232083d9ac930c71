import { storeDomain } from "../domain.ts";
import { systemNotices } from "./notices.ts";
import { systemSentences } from "./sentences.ts";
import { systemStream } from "./stream.ts";

/** What the store holds of the service itself. */
export const system = storeDomain({
  streams: [systemStream],
  views: [],
  sentences: systemSentences,
  notices: [systemNotices],
});
