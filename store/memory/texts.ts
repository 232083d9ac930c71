import { firstLine } from "../words.ts";
import { keepText } from "../search/texts.ts";
import { on } from "../view.ts";
import { memoryRecordStream } from "./stream.ts";

/** What the search reads of memory: every record, also those that another one took the place of. */
export const memoryTexts = on(memoryRecordStream, {
  "memory.recorded": (tables, event) =>
    keepText(tables, event, {
      kind: "memory",
      title: firstLine(event.data.content),
      words: event.data.content,
    }),
});
