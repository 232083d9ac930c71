import assert from "node:assert/strict";
import { audioHarness, scriptEngine, send, settled, speech } from "./audio_world.ts";

Deno.test("a session keeps what is said about it, and its events keep speaker, times and confidence", async () => {
  await using h = await audioHarness(null);
  const source = "microphone";
  for (const [language, by] of [["en", "Ann"], ["pt-BR", "Bo"]] as const) {
    const { id } = await h.operator("POST /audio-sessions", {
      body: {
        kind: "realtime",
        language,
        source,
        consent: { obtained: true, by, note: `asked in ${language}` },
        metadata: { room: by },
      },
    });
    const events = [0.5, 0.9].map((confidence, i) => ({
      kind: "transcript" as const,
      type: "note",
      itemId: `item_${i}`,
      text: `word ${i}`,
      startMs: i * 1000,
      endMs: i * 1000 + 500,
      speaker: `${by}_${i}`,
      confidence,
      final: i === 1,
      clientEventId: `${by}_${i}`,
    }));
    await h.operator("POST /audio-sessions/:id/events", { params: { id }, body: { events } });
    const fault = { kind: "error" as const, type: "error", text: "the microphone went away" };
    await h.operator("POST /audio-sessions/:id/events", { params: { id }, body: fault });
    const session = await h.operator("GET /audio-sessions/:id", { params: { id } });
    assert.equal(session.language, language);
    assert.deepEqual(session.metadata, { room: by });
    assert.deepEqual(session.consent, { obtained: true, by, note: `asked in ${language}` });
    assert.deepEqual(
      session.events.items.slice(0, 2).map((
        { speaker, confidence, final, startMs },
      ) => [speaker, confidence, final, startMs]),
      [[`${by}_0`, 0.5, false, 0], [`${by}_1`, 0.9, true, 1000]],
    );
    const ended = await h.operator("POST /audio-sessions/:id/end", { params: { id }, body: { reason: by } });
    assert.equal(ended.endReason, by);
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /audio-sessions/:id?clip= answers the span that was asked for, as WAV", async () => {
  using engine = scriptEngine("echo said");
  await using h = await audioHarness(engine.command);
  const { id } = await h.operator("POST /audio-sessions", {
    body: { kind: "transcription", consent: { obtained: true, by: "me" } },
  });
  await send(h, id, speech(1, 1, 1));
  const { transcriptions } = await settled(h, id);
  const clip = transcriptions[0]!.id;
  for (const [clipFromMs, clipToMs] of [[0, 500], [1000, 2500]] as const) {
    const { clip: cut } = await h.operator("GET /audio-sessions/:id", {
      params: { id },
      query: { clip, clipFromMs, clipToMs },
    });
    assert.deepEqual([cut!.transcriptionId, cut!.startMs, cut!.endMs], [clip, clipFromMs, clipToMs]);
    assert.equal(atob(cut!.contentBase64).slice(0, 4), "RIFF");
  }
});
