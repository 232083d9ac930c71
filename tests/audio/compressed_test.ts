import assert from "node:assert/strict";
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output } from "mediabunny";
import { audioHarness, openSession, scriptEngine, settled } from "./audio_world.ts";

const FRAMES = 94;

/** One frame of silence of an MPEG-1 layer III stream: 128 kbit/s, 44.1 kHz, mono. */
const MP3_FRAME = Uint8Array.from({ length: 417 }, (_, i) => [0xff, 0xfb, 0x90, 0xc4][i] ?? 0);

/** One frame of silence as AAC-LC writes it: 48 kHz, mono. */
const AAC_FRAME = Uint8Array.from([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]);
const AAC_CONFIG = Uint8Array.from([0x11, 0x88]);
const AAC_SECONDS = 1024 / 48_000;

const joined = (frame: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(frame.length * FRAMES);
  for (let i = 0; i < FRAMES; i++) bytes.set(frame, i * frame.length);
  return bytes;
};

/** The frames in an M4A file, as a phone's recorder writes it. */
async function m4a(): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const source = new EncodedAudioPacketSource("aac");
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = {
    codec: "mp4a.40.2",
    sampleRate: 48_000,
    numberOfChannels: 1,
    description: AAC_CONFIG,
  };
  for (let i = 0; i < FRAMES; i++) {
    await source.add(new EncodedPacket(AAC_FRAME, "key", i * AAC_SECONDS, AAC_SECONDS), { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

/** The frames with ADTS headers, as a bare .aac file has them. */
function adts(): Uint8Array {
  const length = AAC_FRAME.length + 7;
  const header = [
    0xff,
    0xf1,
    0x4c,
    0x40 | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ];
  return joined(Uint8Array.from([...header, ...AAC_FRAME]));
}

const FORMATS = [
  {
    name: "MP3",
    make: () => joined(MP3_FRAME),
    mediaType: "audio/mpeg",
    codec: "mp3",
    rate: 44_100,
    ms: FRAMES * 1152 / 44.1,
  },
  {
    name: "M4A",
    make: m4a,
    mediaType: "audio/mp4",
    codec: "aac",
    rate: 48_000,
    ms: FRAMES * AAC_SECONDS * 1000,
  },
  {
    name: "AAC",
    make: adts,
    mediaType: "audio/aac",
    codec: "aac",
    rate: 48_000,
    ms: FRAMES * AAC_SECONDS * 1000,
  },
] as const;

for (const { name, make, mediaType, codec, rate, ms } of FORMATS) {
  Deno.test(`a recording as ${name} is known by its content and reaches the program as WAV of its full length`, async () => {
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
      rate,
      1,
    ]);
    // Encoders begin with a frame or two that decoders take off again.
    assert.ok(Math.abs(audio!.durationMs! - ms) < 60, `${audio!.durationMs} of ${ms} ms`);
    const [kind, bytes] = transcript.text.split(/\s+/);
    assert.equal(kind, "RIFF");
    assert.ok(Math.abs((Number(bytes) - 44) / 32 - ms) < 60, `${bytes} bytes`);
  });
}
