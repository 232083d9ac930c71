import { keepText } from "../search/texts.ts";
import { on } from "../view.ts";
import { memoryRecordStream } from "./stream.ts";

/** The searchable text of memory: all records, including superseded ones. */
export const memoryTexts = on(memoryRecordStream, {
  "memory.recorded": (tables, event) =>
    keepText(tables, event, {
      kind: "memory",
      title: event.data.content,
      words: event.data.content,
    }),
});
