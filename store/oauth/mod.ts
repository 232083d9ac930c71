import { storeDomain } from "../domain.ts";
import { oauthAccountStream } from "./account_stream.ts";
import { oauthAppStream } from "./app_stream.ts";
import { oauthFlowStream } from "./flow_stream.ts";
import { oauthNotices } from "./notices.ts";
import { oauthSentences } from "./sentences.ts";

/** What the store holds of connectors that speak OAuth. */
export const oauth = storeDomain({
  streams: [oauthAccountStream, oauthAppStream, oauthFlowStream],
  views: [],
  sentences: oauthSentences,
  notices: [oauthNotices],
});
