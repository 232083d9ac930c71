import type { Segment } from "../../../../store/audio/document.ts";
import type { Span } from "../decode/loudness.ts";
import type { ReadSegment } from "./read_transcript.ts";

/** Where anything was heard; null if there is no recording to compare with. */
export type Heard = { durationMs: number; spans: readonly Span[] } | null;

const MIN_CONFIDENCE = 0.5;
/** A segment of which less than this share is louder than the background was not said there. */
const MIN_SPEECH_SHARE = 0.2;
/** A person does not repeat the same text this many times in a row. */
const MIN_REPEATS = 3;
const TOLERANCE_MS = 500;

/** Marks doubtful segments by our own measurements, because no engine reports that it invented words. */
export function markDoubt(segments: readonly ReadSegment[], heard: Heard): Segment[] {
  const repeated = repeatedIn(segments.map(({ text }) => text));
  return segments.map((segment, i) => ({
    id: `segment_${i + 1}`,
    ...segment,
    flags: [
      ...(segment.confidence !== null && segment.confidence < MIN_CONFIDENCE
        ? ["low_confidence" as const]
        : []),
      ...(isOverSilence(segment, heard) ? ["over_silence" as const] : []),
      ...(repeated.has(i) || loops(segment.text) ? ["repeated" as const] : []),
      ...(isOutside(segment, heard) ? ["outside_audio" as const] : []),
    ],
  }));
}

const isOutside = ({ startMs, endMs }: ReadSegment, heard: Heard): boolean =>
  heard !== null && [startMs, endMs].some((at) => at !== null && at > heard.durationMs + TOLERANCE_MS);

function isOverSilence({ startMs, endMs }: ReadSegment, heard: Heard): boolean {
  if (heard === null) return false;
  if (startMs === null || endMs === null) return heard.spans.length === 0;
  if (startMs >= heard.durationMs) return false;
  const length = Math.max(1, endMs - startMs);
  return speechWithin(heard.spans, startMs, startMs + length) < length * MIN_SPEECH_SHARE;
}

/** Returns how many milliseconds of a span are louder than the background. */
export const speechWithin = (spans: readonly Span[], from: number, to: number): number =>
  spans.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0);

/** Returns the positions of texts that occur at least three times in a row. */
function repeatedIn(texts: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (let from = 0; from < texts.length;) {
    let to = from + 1;
    while (to < texts.length && alike(texts[to]!) === alike(texts[from]!)) to++;
    if (to - from >= MIN_REPEATS && alike(texts[from]!) !== "") {
      for (let i = from; i < to; i++) found.add(i);
    }
    from = to;
  }
  return found;
}

/** Returns whether a text is mostly the same one to six words, three times in a row or more. */
function loops(text: string): boolean {
  const words = alike(text).split(" ");
  for (let size = 1; size <= 6; size++) {
    for (let at = 0, run = 0; at + size < words.length; at++) {
      run = words[at] === words[at + size] ? run + 1 : 0;
      const isLong = run + size >= Math.max(size * MIN_REPEATS, words.length / 2);
      if (run >= size * (MIN_REPEATS - 1) && isLong && words.length > MIN_REPEATS) return true;
    }
  }
  return false;
}

const alike = (text: string): string =>
  text.toLowerCase().replaceAll(/[^\p{L}\p{N}\s]/gu, "").trim().replaceAll(/\s+/g, " ");
