import { storeDomain } from "../domain.ts";
import { combinationSentences } from "./sentences.ts";
import { combinationStream } from "./stream.ts";
import { combinationsView } from "./view.ts";

/** What the store holds of combined results. */
export const combinations = storeDomain({
  streams: [combinationStream],
  views: [combinationsView],
  sentences: combinationSentences,
});
