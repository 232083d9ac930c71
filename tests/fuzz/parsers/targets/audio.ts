import assert from "node:assert/strict";
import { AUDIO_LIMITS } from "../../../../services/conversation/audio/decode/limits.ts";
import { speechOf } from "../../../../services/conversation/audio/decode/speech.ts";
import { speech, wav } from "../../../audio/audio_world.ts";
import { recordings } from "../../../audio/compressed.ts";
import { OWN_WORDS, size, template } from "../bytes.ts";
import type { Target } from "../engine.ts";

const REQUEST = {
  fromMs: 0,
  toMs: AUDIO_LIMITS.durationMs + 1_000,
  maxDurationMs: 600_000,
  maxChannels: AUDIO_LIMITS.channels,
};
const BYTES_OF_A_MILLISECOND = 32;

/** Recordings in every format that can be made here: as much sound comes out as they say, or a sentence. */
export const audio: Target = {
  name: "audio",
  seeds: async () => [
    speech(0.1 as 1, 0.1 as 1),
    wav(Int16Array.from({ length: 2_000 }, (_, i) => i * 7), 8_000, 2),
    ...await recordings(0.2),
  ],
  words: [
    "RIFF",
    "RF64",
    "WAVE",
    "fmt ",
    "data",
    "ds64",
    "LIST",
    "OggS",
    "fLaC",
    "ID3",
    "TAG",
    "\xff\xfb\x90\x00",
    "\xff\xf1\x50\x80",
    "ftyp",
    "moov",
    "trak",
    "mdat",
    "stsz",
    "stco",
    "mvhd",
    "\x1a\x45\xdf\xa3",
    "OpusHead",
    "\x01vorbis",
    "Xing",
  ],
  check: async (input) => {
    let written = 0;
    using _quiet = withoutPrints();
    try {
      const found = await speechOf(input.slice(), REQUEST, (piece) => void (written += piece.length));
      assert.ok(
        Math.abs(found.durationMs - written / BYTES_OF_A_MILLISECOND) <= 1,
        "another length than it says",
      );
      assert.ok(found.durationMs <= REQUEST.maxDurationMs && found.channels >= 1 && found.sampleRateHz > 0);
      for (const [from, to] of found.spans) assert.ok(from >= 0 && to >= from, "a span that is none");
      return [
        `${found.mediaType} ${found.codec} ${found.channels} ${size(found.sampleRateHz)} ${
          size(found.durationMs)
        }`,
      ];
    } catch (cause) {
      // What is thrown becomes the sentence of its process, so that any error is a refusal, but in words of our own.
      if (cause instanceof assert.AssertionError || !(cause instanceof Error)) throw cause;
      assert.match(cause.message, OWN_WORDS);
      return [`refused: ${template(cause.message)}`];
    }
  },
};

/** One of the decoders prints what it thinks of a recording. */
function withoutPrints(): Disposable {
  const { console } = globalThis;
  globalThis.console = { ...console, error: () => {}, warn: () => {} };
  return { [Symbol.dispose]: () => void (globalThis.console = console) };
}
