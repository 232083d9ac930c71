import { storeDomain } from "../domain.ts";
import { processSentences } from "./sentences.ts";
import { processStream } from "./stream.ts";

/** What the store holds of processes. */
export const processes = storeDomain({
  streams: [processStream],
  views: [],
  sentences: processSentences,
});
