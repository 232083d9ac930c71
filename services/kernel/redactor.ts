import { MIN_CHARACTERS } from "./redaction/encodings.ts";
import { KnownValues } from "./redaction/known.ts";
import { merged, type Span } from "./redaction/search.ts";
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
  readonly #known = new KnownValues();

  /** Takes a value out of everything from now on. `label` names it for a person: "the secret openai". */
  know(value: string, label: string): void {
    this.#known.add(value, label);
  }

  /** The labels of the known secrets that a text holds, in whatever encoding. */
  labelsIn(text: string): string[] {
    const labels = new Set<string>();
    this.#known.each(text, (label) => !!labels.add(label));
    return [...labels];
  }

  /** The text without known values; the very same text where it has none. */
  facts(text: string): string {
    return replaced(text, this.#places(text));
  }

  /** The text without known values and without what has the shape of a key. */
  text(text: string): string {
    return text.length < MIN_CHARACTERS ? text : replaced(text, this.#suspicious(text));
  }

  /** The same value with every string in it taken through `facts`; the very same object where nothing was found. */
  data<T>(value: T): T {
    return this.holds(value) ? walk(value, (text) => this.facts(text)) as T : value;
  }

  /** For text that comes in parts: a secret that is spread over several of them is found. */
  stream(): RedactingStream {
    return new RedactingStream({
      find: (text) => this.#suspicious(text),
      openBlock,
      begun: (text) => this.#known.begun(text),
      placeholder: REDACTED,
    });
  }

  /** Whether a value, or anything inside of it, holds a known secret. */
  holds(value: unknown): boolean {
    if (typeof value === "string") {
      let found = false;
      this.#known.each(value, () => !(found = true));
      return found;
    }
    if (typeof value !== "object" || value === null) return false;
    for (const key in value) {
      if (this.holds(key) || this.holds((value as Record<string, unknown>)[key])) return true;
    }
    return false;
  }

  #suspicious(text: string): Span[] {
    return [...this.#places(text), ...findShapes(text)];
  }

  #places(text: string): Span[] {
    const places: Span[] = [];
    this.#known.each(text, (_, place) => places.push(place()) > 0);
    return places;
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
