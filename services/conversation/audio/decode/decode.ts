import { z } from "zod";
import { audioFormatSchema } from "../../../../store/audio/document.ts";
import { parseUntrusted } from "../../../ground/parsing/parse_untrusted.ts";
import { AUDIO_LIMITS } from "./limits.ts";
import type { DecodeRequest } from "./request.ts";
import { SPEECH_RATE } from "./resample.ts";

const WAV_HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

const decodedSchema = audioFormatSchema.extend({
  durationMs: z.number().int().min(0),
  /** Where it is louder than its background. */
  spans: z.array(z.tuple([z.number().int(), z.number().int()])).max(1_000_000),
});
/** A decoded recording. */
type Decoded = z.output<typeof decodedSchema>;

/**
 * Decodes a recording in a separate process to WAV with 16 kHz and one channel, and writes the span to `file`. Throws
 * `ParseError`, whose message says what is wrong with the recording.
 */
export async function decodeAudio(
  bytes: Uint8Array,
  file: Deno.FsFile,
  span: { fromMs: number; toMs: number } = { fromMs: 0, toMs: AUDIO_LIMITS.durationMs + 1000 },
  signal?: AbortSignal,
): Promise<Decoded> {
  const { durationMs: maxDurationMs, channels: maxChannels } = AUDIO_LIMITS;
  const header = new TextEncoder().encode(
    JSON.stringify({ ...span, maxDurationMs, maxChannels } satisfies DecodeRequest),
  );
  const input = new Uint8Array(4 + header.length + bytes.length);
  new DataView(input.buffer).setUint32(0, header.length, true);
  input.set(header, 4);
  input.set(bytes, 4 + header.length);
  let size = 0;
  file.writeSync(wavHeader(0));
  const decoded = await parseUntrusted({
    parser: import.meta.resolve("./decode_parser.ts"),
    input,
    what: "The recording",
    schema: decodedSchema,
    limits: {
      deadlineMilliseconds: AUDIO_LIMITS.decodeMs,
      memoryBytes: AUDIO_LIMITS.decodeMemoryBytes,
      outputBytes: 16 * 1024 * 1024,
      pieceBytes: (maxDurationMs / 1000 + 2) * SPEECH_RATE * SAMPLE_BYTES,
    },
    onPiece: (piece) => {
      for (let at = 0; at < piece.length;) at += file.writeSync(piece.subarray(at));
      size += piece.length;
    },
    ...(signal && { signal }),
  });
  file.seekSync(0, Deno.SeekMode.Start);
  file.writeSync(wavHeader(size));
  return decoded;
}

/** Returns the header of a WAV file with `size` bytes of 16-bit samples, 16 kHz, one channel. */
function wavHeader(size: number): Uint8Array {
  const bytes = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const text = (at: number, words: string) => bytes.set(new TextEncoder().encode(words), at);
  text(0, "RIFF");
  view.setUint32(4, size + WAV_HEADER_BYTES - 8, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SPEECH_RATE, true);
  view.setUint32(28, SPEECH_RATE * SAMPLE_BYTES, true);
  view.setUint16(32, SAMPLE_BYTES, true);
  view.setUint16(34, SAMPLE_BYTES * 8, true);
  text(36, "data");
  view.setUint32(40, size, true);
  return bytes;
}
