import assert from "node:assert/strict";
import { META, noteRegistry, noteStream } from "./note_stream.ts";
import { OpenedStore } from "./opened.ts";

Deno.test("a store that is closed with a batch open ends without an uncaught error, and the batch is lost", async () => {
  const opened = new OpenedStore(noteRegistry);
  const { durable } = opened.store.unit(() =>
    opened.store.append(noteStream, "a", [{ type: "note.written", data: { text: "x" } }], META)
  );
  opened.close();
  await assert.rejects(durable);
  Deno.removeSync(opened.directory, { recursive: true });
});
