import { storeDomain } from "../domain.ts";
import { researchSentences } from "./sentences.ts";
import { researchSourceStream } from "./source_stream.ts";
import { researchAssetStream, researchNoteStream } from "./stream.ts";
import { researchView } from "./view.ts";
import { researchTexts } from "./texts.ts";

/** What the store holds of research. */
export const research = storeDomain({
  streams: [researchAssetStream, researchNoteStream, researchSourceStream],
  views: [researchView],
  sentences: researchSentences,
  texts: researchTexts,
});
