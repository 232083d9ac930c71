import { storeDomain } from "../domain.ts";
import { secretReceiptsView } from "./receipts_view.ts";
import { secretSentences } from "./sentences.ts";
import { secretStream } from "./stream.ts";

/** What the store holds of secrets. */
export const secrets = storeDomain({
  streams: [secretStream],
  views: [secretReceiptsView],
  sentences: secretSentences,
});
