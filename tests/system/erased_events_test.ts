import assert from "node:assert/strict";
import { EventFeed } from "../../services/ground/kernel/event_feed.ts";
import { erase } from "../../store/erase.ts";
import { canary } from "../store/canaries.ts";
import { META, noteRegistry, noteStream } from "../store/note_stream.ts";
import { OpenedStore } from "../store/opened.ts";

Deno.test("what was recorded in the same batch as its deletion is not sent to whoever follows from before it", async () => {
  await using opened = new OpenedStore(noteRegistry);
  const { store } = opened;
  const feed = new EventFeed(store);
  const word = canary("note");
  store.unit(() => store.append(noteStream, "a", [{ type: "note.written", data: { text: word } }], META));
  await store.commit(() => {
    const [tombstone] = store.append(noteStream, "a", [{ type: "note.deleted", data: {} }], META);
    erase(store, { stream: "note/a" }, tombstone!.seq);
  });
  const following = new Response(feed.open(0)).text();
  feed.close();
  const sent = await following;
  assert.match(sent, /id: 2\nevent: note\.deleted/);
  assert.ok(!sent.includes(word), sent);
});
