import assert from "node:assert/strict";
import { META, noteRegistry, noteStream } from "./note_stream.ts";
import { OpenedStore } from "./opened.ts";

Deno.test("newest yields what all returns, across pages, and reads no further than its caller", async () => {
  await using opened = new OpenedStore(noteRegistry);
  const { store } = opened;
  for (const count of [0, 1, 99, 100, 101, 200, 250]) {
    const text = `of ${count}`;
    store.unit(() => {
      for (let i = 0; i < count; i++) {
        store.append(noteStream, `${text} ${1000 + i}`, [{ type: "note.written", data: { text } }], META);
      }
    });
    const all = store.documents.all(noteStream, { text }, { newestFirst: true });
    assert.equal(all.length, count);
    assert.deepEqual([...store.documents.newest(noteStream, { text })], all);
    assert.deepEqual([...store.documents.newest(noteStream, { text }).drop(98).take(4)], all.slice(98, 102));
  }
});
