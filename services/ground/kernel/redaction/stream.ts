import type { Begun } from "./known.ts";
import { merged, type TextSpan } from "./search.ts";

/** How much of a text may be held back; a longer word is not a key. */
const MAX_HELD = 16 * 1024;

/** How many characters at the end of a longer word wait, to be searched together with what follows. */
const KEPT = 8 * 1024;

/** What a stream is based on: where the secrets of a text are, and from where an incomplete one may have begun. */
type StreamRules = {
  find: (text: string) => readonly TextSpan[];
  openBlock: (text: string) => number;
  /** For a text that ends between two words. */
  begun: (text: string) => Begun;
  placeholder: string;
};

/**
 * Removes secrets from text that arrives in parts, wherever it is cut. What can no longer be part of a secret passes at
 * once; the last word waits for what follows. Of a value with white space between its letters, the first three may
 * pass.
 */
export class RedactingStream {
  /** What is searched with the next part, and how much of its beginning has passed. */
  #kept = "";
  #sent = 0;

  constructor(readonly rules: StreamRules) {}

  /** Adds the next part; returns what can pass now. */
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

  /** Returns the rest. Nothing may be added after it. */
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

  /** Returns the text between two positions; a secret of which a part has passed is removed from there on. */
  #shown(text: string, spans: readonly TextSpan[], from: number, to: number): string {
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

/** Returns where the last word of the text begins, with a `bearer` before it; keys contain no white space. */
function startOfLastWord(text: string): number {
  let start = text.length;
  const least = Math.max(0, text.length - MAX_HELD - 1);
  while (start > least && !isSpace(text.charCodeAt(start - 1))) start--;
  const before = /(?:^|\W)(b|be|bea|bear|beare|bearer)\s*$/i.exec(text.slice(Math.max(0, start - 16), start));
  return before ? start - before[0].length : start;
}

/** White space, and what else ends a line. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
