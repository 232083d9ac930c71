import type { Begun } from "./known.ts";
import { merged, type Span } from "./search.ts";

/** How much of a text may be held back at most; a word that is longer than this is not a key. */
const MAX_HELD = 16 * 1024;

/** How much of such a word is kept to look through with what follows. */
const KEPT = 8 * 1024;

/** What a stream goes by: where the secrets of a text are, and from where on one may have begun that is not whole yet. */
export type StreamRules = {
  find: (text: string) => readonly Span[];
  openBlock: (text: string) => number;
  /** For a text that ends between two words. */
  begun: (text: string) => Begun;
  placeholder: string;
};

/**
 * Takes secrets out of text that comes in parts, wherever it is cut. What cannot be a part of a secret any more goes
 * through at once; a last word waits for what follows it. Of a value with white space between its letters, the first
 * three may go through.
 */
export class RedactingStream {
  /** What is searched with the next part, and how much at its beginning has gone out. */
  #kept = "";
  #sent = 0;

  constructor(readonly rules: StreamRules) {}

  /** Takes the next part; gives what can go out by now. */
  push(part: string): string {
    const text = this.#kept + part;
    const sent = this.#sent;
    const spans = merged(this.rules.find(text));
    const word = startOfLastWord(text);
    const begun = this.#begunBefore(word, text);
    let cut = Math.min(word, this.rules.openBlock(text), begun.sure);
    if (text.length - cut > MAX_HELD) cut = text.length - KEPT;
    const across = spans.find(({ start, end }) => start < cut && cut < end);
    if (across) cut = text.length - across.start > MAX_HELD ? across.end : across.start;
    const end = Math.max(cut, sent);
    const keep = Math.min(cut, Math.max(begun.any, text.length - MAX_HELD));
    this.#kept = text.slice(keep);
    this.#sent = end - keep;
    return this.#shown(text, spans, sent, end);
  }

  /** Returns the rest. Nothing may be pushed after it. */
  finish(): string {
    const [text, sent] = [this.#kept, this.#sent];
    [this.#kept, this.#sent] = ["", 0];
    return this.#shown(text, merged(this.rules.find(text)), sent, text.length);
  }

  #begunBefore(end: number, text: string): Begun {
    const from = Math.max(0, end - MAX_HELD);
    const { sure, any } = this.rules.begun(text.slice(from, end));
    return { sure: from + sure, any: from + any };
  }

  /** The text between two places; a secret of which a part has gone out is taken out from there on. */
  #shown(text: string, spans: readonly Span[], from: number, to: number): string {
    let [shown, at] = ["", from];
    for (const span of spans) {
      if (span.end <= from) continue;
      if (span.end > to) break;
      shown += text.slice(at, Math.max(from, span.start)) + this.rules.placeholder;
      at = span.end;
    }
    return shown + text.slice(at, to);
  }
}

/** Where the word begins that the text ends in, and `bearer` before it; keys have no white space in them. */
function startOfLastWord(text: string): number {
  let start = text.length;
  const least = Math.max(0, text.length - MAX_HELD - 1);
  while (start > least && !isSpace(text.charCodeAt(start - 1))) start--;
  const before = /(?:^|\W)(b|be|bea|bear|beare|bearer)\s*$/i.exec(text.slice(Math.max(0, start - 16), start));
  return before ? start - before[0].length : start;
}

/** White space, and what else ends a line. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
