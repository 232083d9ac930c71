import { storeDomain } from "../domain.ts";
import { researchSentences } from "./sentences.ts";
import { researchAssetStream, researchNoteStream } from "./stream.ts";

/** What the store holds of research. */
export const research = storeDomain({
  streams: [researchAssetStream, researchNoteStream],
  views: [],
  sentences: researchSentences,
});
