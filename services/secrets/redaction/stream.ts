import { merged, type Span } from "./search.ts";

/** How much of a text may be held back at most; a word that is longer than this is no key. */
const MOST_HELD = 16 * 1024;

/** How much of such a word is kept to look through with what follows. */
const KEPT = 8 * 1024;

/** What a stream goes by: where the secrets of a text are, and from where on one may have begun that is not whole yet. */
export type StreamRules = {
  find: (text: string) => readonly Span[];
  mayHaveBegun: (text: string) => number;
  placeholder: string;
};

/**
 * Takes secrets out of text that comes in parts, wherever it is cut. What cannot be a part of a secret any more goes
 * through at once; a last word waits for what follows it.
 */
export class RedactingStream {
  #held = "";

  constructor(readonly rules: StreamRules) {}

  /** Takes the next part; gives what can go out by now. */
  push(part: string): string {
    const text = this.#held + part;
    const spans = merged(this.rules.find(text));
    let cut = Math.min(startOfLastWord(text), this.rules.mayHaveBegun(text));
    if (text.length - cut > MOST_HELD) cut = text.length - KEPT;
    const across = spans.find(({ start, end }) => start < cut && cut < end);
    if (across) cut = text.length - across.start > MOST_HELD ? across.end : across.start;
    this.#held = text.slice(cut);
    return this.#replaced(text.slice(0, cut), spans);
  }

  /** Gives the rest. Nothing may be pushed after it. */
  finish(): string {
    const text = this.#held;
    this.#held = "";
    return this.#replaced(text, merged(this.rules.find(text)));
  }

  #replaced(text: string, spans: readonly Span[]): string {
    let [shown, at] = ["", 0];
    for (const { start, end } of spans) {
      if (end > text.length) break;
      shown += text.slice(at, start) + this.rules.placeholder;
      at = end;
    }
    return shown + text.slice(at);
  }
}

/** Where the word begins that the text ends in, and `bearer` before it; keys have no white space in them. */
function startOfLastWord(text: string): number {
  let start = text.length;
  const least = Math.max(0, text.length - MOST_HELD - 1);
  while (start > least && !isSpace(text.charCodeAt(start - 1))) start--;
  const before = /(?:^|\W)(b|be|bea|bear|beare|bearer)\s*$/i.exec(text.slice(Math.max(0, start - 16), start));
  return before ? start - before[0].length : start;
}

/** White space, and what else ends a line. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
