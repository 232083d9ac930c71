import assert from "node:assert/strict";
import { harness } from "../harness.ts";

const FORMATS = {
  srt: "1\n00:00:05,000 --> 00:00:02,000\nBack\n\n2\n00:00:06,000 --> 00:00:07,000\nOn\n",
  vtt: "WEBVTT\n\n00:05.000 --> 00:02.000\nBack\n\n00:06.000 --> 00:07.000\nOn\n",
  json: JSON.stringify({
    segments: [{ start: 5, end: 2, text: "Back" }, { start: 6, end: 7, text: "On" }],
  }),
} as const;

for (const format of ["srt", "vtt", "json"] as const) {
  Deno.test(`a span of ${format} that ends before it starts has no end, and its words stay`, async () => {
    await using h = await harness();
    const { id } = await h.operator("POST /audio-sessions", { body: { kind: "transcription" } });
    const { segments } = await h.operator("POST /audio-sessions/:id/transcriptions", {
      params: { id },
      body: { mode: "import", format, transcript: FORMATS[format] },
    });
    assert.deepEqual(
      segments.map(({ startMs, endMs, text, evidence }) => [startMs, endMs, text, evidence.path]),
      [[5000, null, "Back", `audio/${id}#t=5`], [6000, 7000, "On", `audio/${id}#t=6,7`]],
    );
  });
}

Deno.test("a live event that ends before it starts is refused", async () => {
  await using h = await harness();
  const { id } = await h.operator("POST /audio-sessions", { body: { kind: "realtime" } });
  const append = (startMs: number, endMs: number) =>
    h.json("POST", `/audio-sessions/${id}/events`, {
      events: [{ kind: "transcript", type: "said", text: "Hello", startMs, endMs }],
    });
  const { status, body } = await append(5000, 2000);
  assert.equal(status, 400);
  assert.match(body.error, /an event that ends before it starts/);
  assert.equal((await append(5000, 5000)).status, 200);
});
