import assert from "node:assert/strict";
import { createClient } from "../../client/client.ts";
import { createTranscriptStore } from "../../ui/runs/run/transcript/store.ts";

const TEXTS: Readonly<Record<number, readonly string[]>> = { 1: ["a", "b"], 2: ["c", "d"] };

Deno.test("a transcript that is chosen while another is read has no entry of that one", async () => {
  let asked = 0;
  const call = createClient((path) => {
    const query = new URL(path, "http://service").searchParams;
    const [number, after] = [Number(query.get("number") ?? 1), Number(query.get("after"))];
    if (++asked === 1) queueMicrotask(() => store.show(2));
    const text = TEXTS[number]![after];
    return Response.json({
      number,
      transcripts: [1, 2].map((number) => ({ number, attempt: number, state: "saved" })),
      entries: text === undefined ? [] : [{ n: after, kind: "words", at: "2026-01-01T00:00:00.000Z", text }],
      cursor: Math.min(after + 1, 2),
      more: after < 1,
    });
  });
  const store = createTranscriptStore("task_session_1", { call });
  await store.refresh();
  assert.deepEqual(store.value.value?.entries.map(({ text }) => text), ["c", "d"]);
});
