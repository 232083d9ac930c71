/** A part of a text: from `start` up to, not including, `end`. */
export type TextSpan = { start: number; end: number };

const TABLE_SIZE = 1 << 16;

/** How many characters are compared together: with two, the needles of a few secrets would have nearly all pairs. */
const BLOCK = 3;

/**
 * Finds every occurrence of many needles in one pass (Wu and Manber, 1994). Most positions are skipped: the three
 * characters at the end of a window determine how far it can move. The cost hardly grows with the number of needles.
 */
export class NeedleSearch {
  readonly #window: number;
  readonly #longest: number;
  readonly #shift: Uint8Array;
  readonly #ending = new Map<number, string[]>();
  /** Which blocks needles begin with. */
  readonly #opening = new Uint8Array(TABLE_SIZE);
  readonly #beginning = new Map<string, string[]>();

  /** Each needle has at least three characters. */
  constructor(readonly needles: readonly string[]) {
    const shortest = needles.reduce((least, { length }) => Math.min(least, length), 256);
    this.#window = shortest;
    this.#longest = needles.reduce((most, { length }) => Math.max(most, length), 0);
    this.#shift = new Uint8Array(TABLE_SIZE).fill(shortest - BLOCK + 1);
    for (const needle of needles) {
      for (let end = BLOCK; end <= shortest; end++) {
        const key = keyBefore(needle, end);
        this.#shift[key] = Math.min(this.#shift[key]!, shortest - end);
        if (end === shortest) this.#ending.set(key, [...this.#ending.get(key) ?? [], needle]);
      }
      this.#opening[keyBefore(needle, BLOCK)] = 1;
      for (let size = 1; size <= BLOCK; size++) {
        const beginning = needle.slice(0, size);
        this.#beginning.set(beginning, [...this.#beginning.get(beginning) ?? [], needle]);
      }
    }
  }

  /** Calls `found` with each occurrence, including overlapping ones, by where it starts, until it returns `false`. */
  each(text: string, found: (needle: string, start: number) => boolean): void {
    if (this.needles.length === 0) return;
    for (let last = this.#window; last <= text.length;) {
      const key = keyBefore(text, last);
      const shift = this.#shift[key]!;
      if (shift > 0) {
        last += shift;
        continue;
      }
      const start = last - this.#window;
      for (const needle of this.#ending.get(key)!) {
        if (text.startsWith(needle, start) && !found(needle, start)) return;
      }
      last++;
    }
  }

  /** Returns where the longest suffix of the text starts that is the beginning of a needle; its length if there is none. */
  begun(text: string): number {
    for (let start = Math.max(0, text.length - this.#longest + 1); start < text.length; start++) {
      if (start + BLOCK <= text.length && this.#opening[keyBefore(text, start + BLOCK)] === 0) continue;
      const candidates = this.#beginning.get(text.slice(start, start + BLOCK));
      if (!candidates) continue;
      const end = text.slice(start);
      if (candidates.some((needle) => needle.length > end.length && needle.startsWith(end))) return start;
    }
    return text.length;
  }
}

/** Returns the table index of the block that ends before `end`. */
const keyBefore = (text: string, end: number): number =>
  (text.charCodeAt(end - 3) * 17161 + text.charCodeAt(end - 2) * 131 + text.charCodeAt(end - 1)) &
  (TABLE_SIZE - 1);

/** Returns spans in order, with overlapping ones merged. */
export function merged(spans: readonly TextSpan[]): TextSpan[] {
  const whole: TextSpan[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const before = whole.at(-1);
    if (before && start < before.end) before.end = Math.max(before.end, end);
    else whole.push({ start, end });
  }
  return whole;
}
