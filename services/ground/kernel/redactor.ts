import { MIN_CHARACTERS } from "./redaction/encodings.ts";
import { KnownValues } from "./redaction/known.ts";
import { merged, type TextSpan } from "./redaction/search.ts";
import { findShapes, openBlock } from "./redaction/shapes.ts";
import { RedactingStream } from "./redaction/stream.ts";
import { hasEscapes } from "./redaction/views.ts";

export type { RedactingStream };

/** What replaces a secret. */
export const REDACTED = "[redacted]";

/**
 * Knows every secret that this process has read, and removes it from what leaves. `facts` and `data` remove only known
 * values, since what is recorded must otherwise be exact; `text` and `stream` also remove what merely looks like a key.
 */
export class Redactor {
  readonly #known = new KnownValues();

  /** Removes a value from everything from now on. `label` names it for a person: "the secret openai". */
  know(value: string, label: string): void {
    this.#known.add(value, label);
  }

  /** Returns the labels of the known secrets that a text contains, in any encoding. */
  labelsIn(text: string): string[] {
    const labels = new Set<string>();
    this.#known.each(text, (label) => !!labels.add(label));
    return [...labels];
  }

  /** Returns the text without known values; the same text if it has none. */
  facts(text: string): string {
    return replaced(text, this.#places(text));
  }

  /** Returns the text without known values and without anything that looks like a key. */
  text(text: string): string {
    return text.length < MIN_CHARACTERS ? text : replaced(text, this.#suspicious(text));
  }

  /** Returns the value with every string in it passed through `facts`; the same object if nothing was found. */
  data<T>(value: T): T {
    return this.holds(value) ? walk(value, (text) => this.facts(text)) as T : value;
  }

  /** For text that arrives in parts: a secret that spans several of them is found. */
  stream(): RedactingStream {
    return new RedactingStream({
      find: (text) => this.#suspicious(text),
      openBlock,
      begun: (text) => this.#known.begun(text),
      placeholder: REDACTED,
    });
  }

  /** Returns whether a value, or anything inside it, contains a known secret. The value must be JSON. */
  holds(value: unknown): boolean {
    if (this.#known.isEmpty || value === null || value === undefined) return false;
    if (typeof value === "string") return this.#isIn(value);
    // One search of the whole text is enough where nothing in it is escaped: that is how each string reads inside of it.
    const text = JSON.stringify(value);
    return (hasEscapes(text) || this.#isIn(text)) && this.#holdsInside(value);
  }

  #holdsInside(value: unknown): boolean {
    if (typeof value === "string") return this.#isIn(value);
    if (typeof value !== "object" || value === null) return false;
    for (const key in value) {
      if (this.#isIn(key) || this.#holdsInside((value as Record<string, unknown>)[key])) return true;
    }
    return false;
  }

  #isIn(text: string): boolean {
    let found = false;
    this.#known.each(text, () => !(found = true));
    return found;
  }

  #suspicious(text: string): TextSpan[] {
    return [...this.#places(text), ...findShapes(text)];
  }

  #places(text: string): TextSpan[] {
    const places: TextSpan[] = [];
    this.#known.each(text, (_, place) => places.push(place()) > 0);
    return places;
  }
}

function replaced(text: string, spans: readonly TextSpan[]): string {
  if (spans.length === 0) return text;
  let [shown, at] = ["", 0];
  for (const { start, end } of merged(spans)) {
    shown += text.slice(at, start) + REDACTED;
    at = end;
  }
  return shown + text.slice(at);
}

/** Keys of objects are searched too: a map by host or header may have anything as a key. */
function walk(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [redact(key), walk(inner, redact)]),
  );
}
