import assert from "node:assert/strict";
import { registerAacEncoder } from "@mediabunny/aac-encoder";
import { registerMp3Encoder } from "@mediabunny/mp3-encoder";
import {
  AdtsOutputFormat,
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  Mp3OutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
} from "mediabunny";
import { audioHarness, openSession, scriptEngine, settled } from "./audio_world.ts";

registerMp3Encoder();
registerAacEncoder();

const RATE = 48_000;
const SECONDS = 2;

/** A second of a tone and a second of silence, as a recorder writes it. */
async function recording(format: OutputFormat, codec: "mp3" | "aac"): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new AudioSampleSource({ codec, bitrate: 128_000 });
  output.addAudioTrack(source);
  await output.start();
  using sample = new AudioSample({
    format: "f32",
    sampleRate: RATE,
    numberOfChannels: 1,
    timestamp: 0,
    data: Float32Array.from(
      { length: RATE * SECONDS },
      (_, i) => i < RATE ? 0.4 * Math.sin(2 * Math.PI * 440 * i / RATE) : 0,
    ),
  });
  await source.add(sample);
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

const FORMATS = [
  { name: "MP3", make: () => recording(new Mp3OutputFormat(), "mp3"), mediaType: "audio/mpeg", codec: "mp3" },
  {
    name: "M4A",
    make: () => recording(new Mp4OutputFormat({ fastStart: "in-memory" }), "aac"),
    mediaType: "audio/mp4",
    codec: "aac",
  },
  { name: "AAC", make: () => recording(new AdtsOutputFormat(), "aac"), mediaType: "audio/aac", codec: "aac" },
] as const;

for (const { name, make, mediaType, codec } of FORMATS) {
  Deno.test(`a recording as ${name} is known by its content and reaches the program as WAV, with its sound`, async () => {
    using engine = scriptEngine('head -c 4 "$1"; echo; wc -c < "$1"');
    await using h = await audioHarness(engine.command);
    const { id } = await openSession(h);
    await h.operator("POST /audio-sessions/:id/transcriptions", {
      params: { id },
      body: {
        mode: "local",
        audio: { name: "talk.wav", mediaType: "audio/wav", contentBase64: (await make()).toBase64() },
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
