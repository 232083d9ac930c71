import { storeDomain } from "../domain.ts";
import { savedViewSentences } from "./sentences.ts";
import { savedViewStream } from "./stream.ts";

/** What the store holds of saved views. */
export const savedViews = storeDomain({
  streams: [savedViewStream],
  views: [],
  sentences: savedViewSentences,
});
