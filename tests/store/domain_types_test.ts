import assert from "node:assert/strict";
import type { SentencesFor } from "../../store/domain.ts";
import { storeDomain } from "../../store/domain.ts";
import { defineView, on } from "../../store/view.ts";
import { noteStream } from "./note_stream.ts";

const sentences: SentencesFor<(typeof noteStream)["events"]> = {
  "note.written": ({ data }) => data.text,
  "note.edited": ({ data }) => data.text,
  "note.deleted": () => "Gone.",
};

// Each line below is checked by the compiler: it must be an error.
Deno.test("an event without a sentence, a field that is not there and a table that no erasure reaches do not compile", () => {
  const { "note.deleted": _, ...fewer } = sentences;
  // @ts-expect-error: "note.deleted" has no sentence
  const silent = storeDomain({ streams: [noteStream], views: [], sentences: fewer });
  // @ts-expect-error: the event has no field of that name
  const renamed = on(noteStream, { "note.written": (tables, { data }) => void tables.run(data.words) });
  // @ts-expect-error: the stream has no such event
  const unknown = on(noteStream, { "note.burnt": () => {} });
  const base = { name: "v", version: 1, folds: [] };
  const columns = "id text primary key";
  // @ts-expect-error: the table does not say how it is erased
  const forgotten = defineView({ ...base, tables: { v: { columns } } });
  // @ts-expect-error: the view has no `erase` of its own
  const unfinished = defineView({ ...base, tables: { v: { columns, erasedBy: "view" } } });
  const whole = storeDomain({ streams: [noteStream], views: [], sentences });
  assert.equal([silent, renamed, unknown, forgotten, unfinished, whole].length, 6);
});
