import type { SentencesFor } from "../domain.ts";
import { firstLine } from "../words.ts";
import type { researchAssetStream, researchNoteStream } from "./stream.ts";

/** What is saved beside a run. */
export const researchSentences: SentencesFor<
  (typeof researchNoteStream)["events"] & (typeof researchAssetStream)["events"]
> = {
  "research.note_saved": ({ data }) => `A research note was saved: ${firstLine(data.title ?? data.content)}`,
  "research.asset_saved": ({ data }) => `A research asset was saved: ${firstLine(data.title)}`,
};
