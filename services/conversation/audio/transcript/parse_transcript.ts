import { z } from "zod";
import { parseUntrusted } from "../../../ground/parsing/parse_untrusted.ts";
import { AUDIO_LIMITS } from "../decode/limits.ts";
import type { ReadSegment, TranscriptFormat } from "./read_transcript.ts";

const readSegmentSchema = z.object({
  startMs: z.number().int().nullable(),
  endMs: z.number().int().nullable(),
  text: z.string(),
  confidence: z.number().nullable(),
  speaker: z.string().nullable(),
});

/** Reads a transcript that others wrote, in a separate process. Throws `ParseError`. */
export const parseTranscript = (
  text: Uint8Array,
  format: TranscriptFormat,
  signal?: AbortSignal,
): Promise<ReadSegment[]> =>
  parseUntrusted({
    parser: import.meta.resolve("./transcript_parser.ts"),
    input: joined(new TextEncoder().encode(`${format}\0`), text),
    what: "The transcript",
    schema: z.array(readSegmentSchema).max(AUDIO_LIMITS.segments),
    limits: { deadlineMilliseconds: 10_000, outputBytes: 2 * AUDIO_LIMITS.outputBytes },
    ...(signal && { signal }),
  });

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}
