import { storeDomain } from "../domain.ts";
import { autonomySentences } from "./sentences.ts";
import { autonomyStream, grantStream } from "./stream.ts";

/** What the store holds of autonomy. */
export const autonomy = storeDomain({
  streams: [autonomyStream, grantStream],
  views: [],
  sentences: autonomySentences,
});
