import { recordOf } from "../../../../store/shared/records.ts";

/** A span of a transcript as its source states it. */
export type ReadSegment = {
  startMs: number | null;
  endMs: number | null;
  text: string;
  confidence: number | null;
  speaker: string | null;
};

/** The format of a transcript; `engine` detects what a program printed. */
export type TranscriptFormat = "text" | "srt" | "vtt" | "json" | "engine";

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`;
const CUE = new RegExp(String.raw`^\s*${TIME}\s+-->\s+${TIME}(?:\s.*)?$`);
/** A line of `pocketsphinx_continuous -time yes`: word, from, to, confidence. */
const TIMED_WORD = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\d+(?:\.\d+)?)$/;

/** Reads a transcript. Throws with the end of a sentence if it is not in the given format. */
export const readTranscript = (text: string, format: TranscriptFormat): ReadSegment[] =>
  segmentsIn(text, format).map(withSoundEnd);

/** An end before the start says nothing, so it counts as not stated. */
const withSoundEnd = (segment: ReadSegment): ReadSegment =>
  segment.startMs !== null && segment.endMs !== null && segment.endMs < segment.startMs
    ? { ...segment, endMs: null }
    : segment;

function segmentsIn(text: string, format: TranscriptFormat): ReadSegment[] {
  const plain = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  switch (format) {
    case "text":
      return plain.split("\n").map((line) => segment(line)).filter(({ text }) => text !== "");
    case "srt":
    case "vtt":
      return readCues(plain, format);
    case "json":
      return readJson(plain);
    case "engine":
      return readEngine(plain);
  }
}

function readEngine(text: string): ReadSegment[] {
  const start = text.trimStart();
  if (/^[{[]/.test(start)) {
    try {
      return readJson(text);
    } catch {
      // Words may begin with a bracket, as in "[music]".
    }
  }
  if (start.startsWith("WEBVTT")) return readCues(text, "vtt");
  if (text.split("\n", 4).some((line) => CUE.test(line))) return readCues(text, "srt");
  const lines = text.split("\n");
  const words = lines.flatMap((line) => timedWord(line) ?? []);
  return lines.some((line) => TIMED_WORD.test(line)) ? words : readTranscript(text, "text");
}

/** A word with its times. Fillers such as `<sil>` are skipped, and `and(2)` is a pronunciation of "and". */
function timedWord(line: string): ReadSegment | null {
  const [, word = "", from, to, confidence] = TIMED_WORD.exec(line) ?? [];
  if (from === undefined || /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/.test(word)) return null;
  return {
    ...segment(word.replace(/\(\d+\)$/, "")),
    startMs: Math.round(Number(from) * 1000),
    endMs: Math.round(Number(to) * 1000),
    confidence: Math.min(1, Number(confidence)),
  };
}

/** SubRip and WebVTT: blocks of a line with times and lines of words. */
function readCues(text: string, format: "srt" | "vtt"): ReadSegment[] {
  if (format === "vtt" && !/^WEBVTT(?:[ \t\n]|$)/.test(text)) {
    throw new Error("it does not begin with WEBVTT, as WebVTT must");
  }
  const cues = text.split(/\n[ \t]*\n/).flatMap((block) => {
    const lines = block.split("\n");
    const at = lines.findIndex((line) => CUE.test(line));
    if (at < 0) return [];
    const times = CUE.exec(lines[at]!)!;
    const words = lines.slice(at + 1).join(" ");
    const speaker = /<v(?:\.[^\s<>]*)?\s([^<>]+)>/.exec(words)?.[1]?.trim() ?? null;
    const [startMs, endMs] = [timeOf(times.slice(1, 5)), timeOf(times.slice(5, 9))];
    const said = words.replaceAll(/<[^<>]*>|\{\\[^{}]*\}/g, "");
    return [{ ...segment(format === "vtt" ? unescaped(said) : said), startMs, endMs, speaker }];
  });
  if (cues.length === 0 && /\S/.test(text.replace(/^WEBVTT[^\n]*/, ""))) {
    throw new Error("no line has times such as 00:00:01,000 --> 00:00:02,000");
  }
  return cues.filter(({ text }) => text !== "");
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ...[["amp", "&"], ["lt", "<"], ["gt", ">"], ["quot", '"'], ["apos", "'"]] as const,
  ...[["nbsp", " "], ["lrm", ""], ["rlm", ""]] as const,
]);

/** WebVTT writes some characters as HTML does: by a name, or by their number. */
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = decimal === undefined ? parseInt(hexadecimal, 16) : Number(decimal);
    const isCharacter = code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : whole;
  });

const timeOf = ([hours, minutes, seconds, fraction = ""]: (string | undefined)[]): number =>
  (Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 +
  Number(fraction.padEnd(3, "0"));

type Json = Record<string, unknown>;

/** JSON in OpenAI's verbose form (seconds) or whisper.cpp's (`offsets` in milliseconds). */
function readJson(text: string): ReadSegment[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("it is not JSON");
  }
  const object = Array.isArray(value) ? { segments: value } : recordOf(value);
  const list = object.segments ?? object.transcription;
  if (Array.isArray(list)) {
    return list.filter((item): item is Json => typeof item === "object" && item !== null)
      .map(jsonSegment).filter(({ text }) => text !== "");
  }
  if (typeof object.text === "string") return [segment(object.text)].filter(({ text }) => text !== "");
  throw new Error('it has none of "segments", "transcription" and "text"');
}

function jsonSegment(item: Json): ReadSegment {
  const offsets = recordOf(item.offsets);
  const chance = typeof item.avg_logprob === "number" ? Math.exp(item.avg_logprob) : item.confidence;
  return {
    ...segment(typeof item.text === "string" ? item.text : ""),
    startMs: milliseconds(item.startMs ?? offsets.from, 1) ?? milliseconds(item.start, 1000),
    endMs: milliseconds(item.endMs ?? offsets.to, 1) ?? milliseconds(item.end, 1000),
    confidence: typeof chance === "number" && chance >= 0 ? Math.min(1, chance) : null,
    speaker: typeof item.speaker === "string" ? item.speaker.slice(0, 128) : null,
  };
}

const milliseconds = (value: unknown, factor: number): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 && value < 1e9
    ? Math.round(value * factor)
    : null;

const segment = (text: string): ReadSegment => ({
  startMs: null,
  endMs: null,
  text: text.replaceAll(/\s+/g, " ").trim(),
  confidence: null,
  speaker: null,
});
