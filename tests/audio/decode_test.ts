import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { decodeAudio } from "../../services/conversation/audio/decode/decode.ts";
import { Loudness } from "../../services/conversation/audio/decode/loudness.ts";
import { Resampler, SPEECH_RATE } from "../../services/conversation/audio/decode/resample.ts";
import { ParseError } from "../../services/ground/parsing/error.ts";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { testNeeding } from "../kit/skip.ts";
import { temporaryDirectory } from "../temporary.ts";
import { speech, wav } from "./audio_world.ts";
import { recordings } from "./compressed.ts";

/** Decodes a recording; gives what it is, and the samples of the span. */
async function decoded(bytes: Uint8Array, span?: { fromMs: number; toMs: number }) {
  const directory = temporaryDirectory();
  try {
    const path = join(directory, "out.wav");
    using file = await Deno.open(path, { createNew: true, write: true });
    const found = await decodeAudio(bytes, file, span);
    const written = await Deno.readFile(path);
    assert.equal(
      new DataView(written.buffer).getUint32(40, true),
      written.length - 44,
      "the header tells the size",
    );
    return { ...found, samples: new Int16Array(written.buffer.slice(44)) };
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

const tone = (rate: number, hertz: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, i) => 0.5 * Math.sin(2 * Math.PI * hertz * i / rate));
const loudness = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

Deno.test("recordings of any rate become 16 kHz: what speech needs passes, what would fold back does not", () => {
  for (const rate of [8000, 11_025, 22_050, 44_100, 48_000]) {
    const made = new Resampler(rate);
    const speech = made.add(tone(rate, 440, 1));
    assert.ok(Math.abs(speech.length + made.finish().length - SPEECH_RATE) <= 2, `${rate}: ${speech.length}`);
    assert.ok(Math.abs(loudness(speech.subarray(100)) - 0.3535) < 0.01, `${rate} ${loudness(speech)}`);
  }
  assert.ok(loudness(new Resampler(48_000).add(tone(48_000, 12_000, 1)).subarray(200)) < 0.01);
});

Deno.test("resampling gives the same in whatever portions the samples come", () => {
  const whole = tone(44_100, 300, 1).subarray(0, 4000);
  const one = new Resampler(44_100);
  const expected = [...one.add(whole), ...one.finish()];
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1 }), (portions) => {
    const parts = new Resampler(44_100);
    const got: number[] = [];
    for (let at = 0, i = 0; at < whole.length; i++) {
      const next = at + portions[i % portions.length]!;
      got.push(...parts.add(whole.subarray(at, next)));
      at = next;
    }
    assert.deepEqual([...got, ...parts.finish()], expected);
  }));
});

Deno.test("speech is what rises above the background of its recording", () => {
  const measured = new Loudness();
  const noise = Float32Array.from({ length: SPEECH_RATE }, (_, i) => 0.002 * Math.sin(i * i));
  for (const part of [noise, tone(SPEECH_RATE, 300, 1), noise]) measured.add(part);
  const [[start, end]] = measured.spans() as [[number, number]];
  assert.ok(Math.abs(start - 1000) <= 60 && Math.abs(end - 2000) <= 60, `${start} ${end}`);
  const silent = new Loudness();
  silent.add(new Float32Array(SPEECH_RATE));
  assert.deepEqual(silent.spans(), []);
});

Deno.test("a recording that claims a rate or channels that no recorder writes is refused at once, with a sentence", async () => {
  const samples = new Int16Array(9_600);
  for (const rate of [0, 1, 4_000_000_000]) {
    await assert.rejects(
      decoded(wav(samples, rate, 1)),
      /its sample rate is \d+ Hz, and must be from 1000 to/,
    );
  }
  await assert.rejects(decoded(wav(samples, 48_000, 3)), /it has 3 channels, and the limit is 2/);
});

Deno.test("an M4A whose tables claim more than there is, is refused before they are made", async () => {
  const [, whole] = await recordings(0.2);
  const tables = { stsz: [4, 8], stts: [4], stsc: [4], stco: [4] };
  for (const [name, fields] of Object.entries(tables)) {
    const bytes = whole.slice();
    const at = new TextDecoder("latin1").decode(bytes).indexOf(name) + 4;
    for (const field of fields) new DataView(bytes.buffer).setUint32(at + field, 2 ** 32 - 1);
    await assert.rejects(decoded(bytes), /^ParseError: The recording .*it is damaged/, name);
  }
});

Deno.test("a recording with two channels becomes one, and a span of it is cut out", async () => {
  const left = tone(48_000, 440, 2);
  const both = Int16Array.from(
    { length: left.length * 2 },
    (_, i) => i % 2 === 0 ? left[i / 2]! * 20_000 : 0,
  );
  const { durationMs, channels, sampleRateHz, codec, samples } = await decoded(wav(both, 48_000, 2), {
    fromMs: 500,
    toMs: 750,
  });
  assert.deepEqual([channels, sampleRateHz, codec, samples.length], [2, 48_000, "pcm-s16", 4000]);
  assert.ok(durationMs >= 750);
  assert.ok(samples.some((sample) => sample > 4000) && samples.every((sample) => Math.abs(sample) < 6000));
});

/** The same bytes with another word at the place of one. */
function withoutWord(bytes: Uint8Array, word: string): Uint8Array {
  const changed = bytes.slice();
  const at = new TextDecoder("latin1").decode(bytes).indexOf(word);
  assert.ok(at > 0, word);
  return changed.fill(0x78, at, at + word.length);
}

Deno.test("a file that is not a recording is refused with a sentence, whatever is wrong with it", async () => {
  const good = speech(1);
  const [, m4a, aac] = await recordings(0.2);
  const broken = [
    withoutWord(m4a, "stbl"),
    withoutWord(m4a, "esds"),
    aac.subarray(0, 300).fill(0xff, 100),
    new Uint8Array(0),
    new TextEncoder().encode("OggS and nothing more"),
    new TextEncoder().encode("ID3 and nothing more"),
    Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, ...crypto.getRandomValues(new Uint8Array(500))]),
    good.subarray(0, 40),
    wav(new Int16Array(6000), 16_000, 6),
  ];
  for (const bytes of broken) {
    await assert.rejects(decoded(bytes), (error) => {
      assert.ok(error instanceof ParseError, String(error));
      assert.match(error.message, /^The recording could not be read: (?:it is|it has|it contains) /);
      return true;
    });
  }
});

const sox = findProgram("sox", Deno.env.get("PATH") ?? "");
testNeeding(sox === null ? "sox is not here: apt-get install sox" : null, {
  name: "Ogg and FLAC are decoded by their content",
  fn: async () => {
    const directory = temporaryDirectory();
    try {
      await Deno.writeFile(join(directory, "in.wav"), speech(1, 0));
      for (const [ending, mediaType] of [["ogg", "application/ogg"], ["flac", "audio/flac"]] as const) {
        const path = join(directory, `out.${ending}`);
        await new Deno.Command(sox!, { args: [join(directory, "in.wav"), path] }).output();
        const found = await decoded(await Deno.readFile(path));
        assert.deepEqual([found.mediaType, found.durationMs, found.samples.length], [
          mediaType,
          2000,
          32_000,
        ]);
        assert.ok(Math.abs(found.spans.reduce((sum, [from, to]) => sum + to - from, 0) - 1000) <= 90);
      }
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  },
});
