import { keepText, replaceText } from "../search/texts.ts";
import { on } from "../view.ts";
import { researchSourceStream } from "./source_stream.ts";
import { researchAssetStream, researchNoteStream } from "./stream.ts";

/** The searchable text of research: notes, saved assets, and the pages that were read. */
export const researchTexts = [
  on(researchNoteStream, {
    "research.note_saved": (tables, event) => {
      const { title, content, tags, path } = event.data;
      const words = [content, ...tags].join("\n");
      keepText(tables, event, { kind: "note", title: title ?? content, words, part: path });
    },
  }),
  on(researchAssetStream, {
    "research.asset_saved": (tables, event) => {
      const { title, summary = "", url = "", tags, path } = event.data;
      const words = [summary, url, ...tags].join("\n");
      keepText(tables, event, { kind: "note", title, words, part: path });
    },
  }),
  on(researchSourceStream, {
    "research.source_fetched": (tables, event) => {
      const { title, terms, sha256 } = event.data;
      replaceText(tables, event, { kind: "note", title, words: terms.join(" "), sha256 });
    },
  }),
];
