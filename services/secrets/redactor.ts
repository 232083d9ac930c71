import { LEAST_CHARACTERS, spellingsOf } from "./redaction/encodings.ts";
import { merged, NeedleSearch, type Span } from "./redaction/search.ts";
import { findShapes, openBlock } from "./redaction/shapes.ts";
import { RedactingStream } from "./redaction/stream.ts";

export type { RedactingStream };

/** What stands in the place of a secret. */
export const REDACTED = "[redacted]";

/**
 * Knows every secret that this process has read, and takes it out of what leaves. `facts` and `data` take out known values
 * alone, since what is recorded must else be exact; `text` and `stream` also take out what merely looks like a key.
 */
export class Redactor {
  readonly #labels = new Map<string, string>();
  /** What texts are looked through with; null where a value came since it was made. */
  #prepared: { search: NeedleSearch; spaced: readonly string[] } | null = null;

  /** Takes a value out of everything from now on. `label` names it for a person: "the secret openai". */
  know(value: string, label: string): void {
    const unknown = spellingsOf(value).filter((spelling) => !this.#labels.has(spelling));
    if (unknown.length === 0) return;
    for (const spelling of unknown) this.#labels.set(spelling, label);
    this.#prepared = null;
  }

  /** The labels of the known secrets that a text holds, in whatever encoding. */
  labelsIn(text: string): string[] {
    const labels = new Set<string>();
    this.#rules().search.each(text, (needle) => !!labels.add(this.#labels.get(needle)!));
    return [...labels];
  }

  /** The text without known values; the very same text where it has none. */
  facts(text: string): string {
    return text.length < LEAST_CHARACTERS ? text : replaced(text, this.#known(text));
  }

  /** The text without known values and without what has the shape of a key. */
  text(text: string): string {
    if (text.length < LEAST_CHARACTERS) return text;
    return replaced(text, [...this.#known(text), ...findShapes(text)]);
  }

  /** The same value with every string in it taken through `facts`; the very same object where nothing was found. */
  data<T>(value: T): T {
    return this.holds(value) ? walk(value, (text) => this.facts(text)) as T : value;
  }

  /** For text that comes in parts: a secret that is spread over several of them is found. */
  stream(): RedactingStream {
    return new RedactingStream({
      find: (text) => [...this.#known(text), ...findShapes(text)],
      mayHaveBegun: (text) => Math.min(openBlock(text), this.#begun(text)),
      placeholder: REDACTED,
    });
  }

  /** From where on the text may be the beginning of a value that has white space in it. */
  #begun(text: string): number {
    let least = text.length;
    for (const needle of this.#rules().spaced) {
      for (let size = Math.min(needle.length - 1, text.length); size > text.length - least; size--) {
        if (text.endsWith(needle.slice(0, size))) least = text.length - size;
      }
    }
    return least;
  }

  /** Whether a value, or anything inside of it, holds a known secret. */
  holds(value: unknown): boolean {
    if (this.#labels.size === 0) return false;
    if (typeof value === "string") {
      return value.length >= LEAST_CHARACTERS && this.#rules().search.finds(value);
    }
    if (typeof value !== "object" || value === null) return false;
    for (const key in value) {
      if (this.holds(key) || this.holds((value as Record<string, unknown>)[key])) return true;
    }
    return false;
  }

  #rules() {
    if (this.#prepared) return this.#prepared;
    const search = new NeedleSearch([...this.#labels.keys()]);
    return this.#prepared = { search, spaced: search.needles.filter((needle) => /\s/.test(needle)) };
  }

  #known(text: string): Span[] {
    const spans: Span[] = [];
    this.#rules().search.each(text, (needle, start) => spans.push({ start, end: start + needle.length }) > 0);
    return spans;
  }
}

function replaced(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let [shown, at] = ["", 0];
  for (const { start, end } of merged(spans)) {
    shown += text.slice(at, start) + REDACTED;
    at = end;
  }
  return shown + text.slice(at);
}

/** Keys of objects are looked through as well: a map by host or header may have anything as its key. */
function walk(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [redact(key), walk(inner, redact)]),
  );
}
