import assert from "node:assert/strict";
import { audioHarness, openSession, scriptEngine, settled } from "./audio_world.ts";
import { recordings } from "./compressed.ts";

const [RATE, SECONDS] = [48_000, 2];

const FORMATS = [
  { name: "MP3", mediaType: "audio/mpeg", codec: "mp3" },
  { name: "M4A", mediaType: "audio/mp4", codec: "aac" },
  { name: "AAC", mediaType: "audio/aac", codec: "aac" },
] as const;

for (const [i, { name, mediaType, codec }] of FORMATS.entries()) {
  Deno.test(`a recording as ${name} is known by its content and reaches the program as WAV, with its sound`, async () => {
    using engine = scriptEngine('head -c 4 "$1"; echo; wc -c < "$1"');
    await using h = await audioHarness(engine.command);
    const { id } = await openSession(h);
    await h.operator("POST /audio-sessions/:id/transcriptions", {
      params: { id },
      body: {
        mode: "local",
        audio: {
          name: "talk.wav",
          mediaType: "audio/wav",
          contentBase64: (await recordings(SECONDS))[i]!.toBase64(),
        },
      },
    });
    const { transcriptions: [result], transcript } = await settled(h, id);
    assert.equal(result!.status, "completed", result!.error ?? "");
    const { audio } = result!;
    assert.deepEqual([audio!.mediaType, audio!.codec, audio!.sampleRateHz, audio!.channels], [
      mediaType,
      codec,
      RATE,
      1,
    ]);
    // Encoders begin with a frame or two that decoders take off again.
    const ms = SECONDS * 1000;
    assert.ok(Math.abs(audio!.durationMs! - ms) < 100, `${audio!.durationMs} of ${ms} ms`);
    const [kind, bytes] = transcript.text.split(/\s+/);
    assert.equal(kind, "RIFF");
    assert.ok(Math.abs((Number(bytes) - 44) / 32 - ms) < 100, `${bytes} bytes`);
    const { speechMs } = result!.quality!;
    assert.ok(Math.abs(speechMs! - 1000) < 150, `${speechMs} ms of sound`);
  });
}
