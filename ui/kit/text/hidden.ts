import { keysOf } from "../../../store/shared/records.ts";
/** The reason why a character is shown as a mark. */
type HiddenKind = "bidi" | "invisible" | "control" | "space" | "undecodable" | "lookalike";

/** A part of a text that is deceptive or invisible; `label` is shown in its place. */
export type HiddenRange = { start: number; end: number; kind: HiddenKind; label: string; name: string };

const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const JOINERS = /[\u200c\u200d]/u;
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/u;
/** Letters and symbols that are blank on the screen, but are not spaces to a compiler. */
const BLANK = /[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]/u;

const SUSPECT =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0e\ufffd\u{e0100}-\u{e01ef}]/gu;

/** The names of the control characters, in order, because few fonts have glyphs for them. */
const CONTROLS =
  ("NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB " +
    "ESC FS GS RS US").split(" ");

const WORD = /[\p{L}\p{N}\p{M}_$]+/gu;
const LATIN = /\p{Script=Latin}/u;
/** Scripts with letters that look like Latin ones (CVE-2021-42694). */
const LIKE_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/**
 * Returns the invisible and deceptive parts of a line, in order: bidirectional controls (CVE-2021-42574), invisible and
 * control characters, unusual spaces, bytes that are not UTF-8, and words of mixed alphabets. A tab, and a carriage return at
 * the end, are allowed.
 */
export function hiddenRanges(text: string): HiddenRange[] {
  // Fast path: nearly every line is plain, and this runs for each line that becomes visible.
  if (/^[\x20-\x7e\t]*\r?$/.test(text)) return [];
  const found: HiddenRange[] = [];
  for (const { 0: character, index } of text.matchAll(SUSPECT)) {
    const end = index + character.length;
    if (character === "\t" || (character === "\r" && end === text.length)) continue;
    if (JOINERS.test(character) && joins(text, index)) continue;
    found.push({ start: index, end, ...describe(character) });
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!LATIN.test(word) || !LIKE_LATIN.test(word)) continue;
    const name = "letters of different alphabets in one word";
    found.push({ start: index, end: index + word.length, kind: "lookalike", label: word, name });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Reports whether a joiner is legitimate: between letters of scripts that need it, or between emoji. */
function joins(text: string, index: number): boolean {
  const [before, after] = [text[index - 1], text[index + 1]];
  return before !== undefined && after !== undefined && before > "\u007f" && after > "\u007f";
}

function describe(character: string): { kind: HiddenKind; label: string; name: string } {
  const code = character.codePointAt(0)!;
  const label = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  if (code === 0xfffd) {
    return { kind: "undecodable", label: "\ufffd", name: "bytes that are not UTF-8 text" };
  }
  if (BIDI.test(character)) return { kind: "bidi", label, name: "changes the direction of the text" };
  if (SPACES.test(character)) return { kind: "space", label, name: "an unusual space" };
  if (code < 0x20) return { kind: "control", label: CONTROLS[code]!, name: `control character ${label}` };
  if (code < 0xa0) return { kind: "control", label, name: "a control character" };
  if (BLANK.test(character)) return { kind: "invisible", label, name: "a character with no glyph" };
  return { kind: "invisible", label, name: "an invisible character" };
}

const SENTENCES: Record<HiddenKind, string> = {
  bidi: "characters that change the direction of the text: what you read may not be what runs",
  invisible: "invisible characters",
  control: "control characters",
  space: "unusual spaces",
  undecodable: "bytes that are not UTF-8 text, shown as \ufffd",
  lookalike: "words that mix alphabets: some letters may look like other letters",
};

/** The kinds, the most harmful first. */
const BY_HARM = keysOf(SENTENCES);

/** Returns the kinds of hidden characters in texts, the worst first, with the number of texts that contain each. */
export function hiddenWarnings(texts: Iterable<string>): { kind: HiddenKind; texts: number; what: string }[] {
  const counts = new Map<HiddenKind, number>();
  for (const text of texts) {
    for (const kind of new Set(hiddenRanges(text).map((range) => range.kind))) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return BY_HARM.filter((kind) => counts.has(kind))
    .map((kind) => ({ kind, texts: counts.get(kind)!, what: SENTENCES[kind] }));
}

/** Returns a text with each hidden character replaced by its name, for places that only take plain text. */
export const neutralised = (text: string): string =>
  hiddenRanges(text).filter(({ kind }) => kind !== "lookalike").reduceRight(
    (rest, { start, end, label }) => `${rest.slice(0, start)}<${label}>${rest.slice(end)}`,
    text,
  );

/** The same for a text of several lines. Line breaks stay. */
export const neutralisedLines = (text: string): string => text.split(/\r?\n/).map(neutralised).join("\n");
