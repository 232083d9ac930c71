import { storeDomain } from "../domain.ts";
import { materialSentences } from "./sentences.ts";
import { materialStream } from "./stream.ts";
import { materialView } from "./view.ts";

/** What the store holds of material outside of the log. */
export const material = storeDomain({
  streams: [materialStream],
  views: [materialView],
  sentences: materialSentences,
});
