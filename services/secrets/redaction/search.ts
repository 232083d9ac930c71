/** A part of a text: from `start` up to, not including, `end`. */
export type Span = { start: number; end: number };

const TABLE_SIZE = 1 << 14;

/**
 * Finds every occurrence of many needles in one pass (Wu and Manber, 1994). Most places of a text are never looked at: from
 * the two characters at the end of a window it follows how far the window can move. What a text costs hardly grows with
 * the number of needles.
 */
export class NeedleSearch {
  readonly #window: number;
  readonly #shift: Uint8Array;
  readonly #ending = new Map<number, string[]>();

  /** Each needle has at least two characters. */
  constructor(readonly needles: readonly string[]) {
    const shortest = needles.reduce((least, { length }) => Math.min(least, length), 256);
    this.#window = shortest;
    this.#shift = new Uint8Array(TABLE_SIZE).fill(shortest - 1);
    for (const needle of needles) {
      for (let end = 2; end <= shortest; end++) {
        const key = keyOf(needle.charCodeAt(end - 2), needle.charCodeAt(end - 1));
        this.#shift[key] = Math.min(this.#shift[key]!, shortest - end);
        if (end === shortest) this.#ending.set(key, [...this.#ending.get(key) ?? [], needle]);
      }
    }
  }

  /** Whether the text holds any of them. */
  finds(text: string): boolean {
    let found = false;
    this.each(text, () => !(found = true));
    return found;
  }

  /** Calls `found` with each occurrence, by where it starts, overlapping ones too, until it says `false`. */
  each(text: string, found: (needle: string, start: number) => boolean): void {
    if (this.needles.length === 0) return;
    for (let last = this.#window - 1; last < text.length;) {
      const key = keyOf(text.charCodeAt(last - 1), text.charCodeAt(last));
      const shift = this.#shift[key]!;
      if (shift > 0) {
        last += shift;
        continue;
      }
      const start = last - this.#window + 1;
      for (const needle of this.#ending.get(key)!) {
        if (text.startsWith(needle, start) && !found(needle, start)) return;
      }
      last++;
    }
  }
}

const keyOf = (first: number, second: number): number => (first * 131 + second) & (TABLE_SIZE - 1);

/** Spans in order, those that overlap made one. */
export function merged(spans: readonly Span[]): Span[] {
  const whole: Span[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const before = whole.at(-1);
    if (before && start < before.end) before.end = Math.max(before.end, end);
    else whole.push({ start, end });
  }
  return whole;
}
