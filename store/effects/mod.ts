import { storeDomain } from "../domain.ts";
import { effectSentences } from "./sentences.ts";
import { effectStream } from "./stream.ts";
import { effectsView } from "./view.ts";

/** What the store holds of effects: what this service did outside, and what it does not know. */
export const effects = storeDomain({
  streams: [effectStream],
  views: [effectsView],
  sentences: effectSentences,
});
