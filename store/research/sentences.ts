import type { SentencesFor } from "../domain.ts";
import { firstLine } from "../words.ts";
import type { researchSourceEvents } from "./source_stream.ts";
import type { researchAssetStream, researchNoteStream } from "./stream.ts";

/** What is read on the web and saved with a run. */
export const researchSentences: SentencesFor<
  & (typeof researchNoteStream)["events"]
  & (typeof researchAssetStream)["events"]
  & typeof researchSourceEvents
> = {
  "research.note_saved": ({ data }) => `A research note was saved: ${firstLine(data.title ?? data.content)}`,
  "research.asset_saved": ({ data }) => `A research asset was saved: ${firstLine(data.title)}`,
  "research.source_fetched": ({ data }) =>
    `A source was read: ${firstLine(data.title) || new URL(data.finalUrl).host}`,
  "research.source_unchanged": () => "A source was read again and had not changed.",
  "research_source.deleted": () => "A source that had not been read for a long time was erased.",
};
