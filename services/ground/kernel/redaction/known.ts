import { looseSpellingsOf, MIN_CHARACTERS, spellingsOf } from "./encodings.ts";
import { letterPositions, lettersOf, startOfLastLetters } from "./letters.ts";
import { NeedleSearch, type TextSpan } from "./search.ts";
import { viewsOf } from "./views.ts";

/** From where a text may contain the beginning of a value: `sure` is long enough to be held back. */
export type Begun = { sure: number; any: number };

/** A shorter beginning means nothing, and would match the end of every other line. */
const MIN_SURE = 4;

/** The secret values that texts must not show, and where a text contains one. */
export class KnownValues {
  readonly #values = new Set<string>();
  readonly #exact = new Map<string, string>();
  readonly #loose = new Map<string, string>();
  /** The search structure; null if a value was added since it was built. */
  #prepared: Prepared | null = null;

  /** Searches for a value from now on. `label` names it for a person. */
  add(value: string, label: string): void {
    if (this.#values.has(value)) return;
    this.#values.add(value);
    for (const each of spellingsOf(value)) if (!this.#exact.has(each)) this.#exact.set(each, label);
    for (const each of looseSpellingsOf(value)) if (!this.#loose.has(each)) this.#loose.set(each, label);
    this.#prepared = null;
  }

  /** Whether there is nothing to search for. */
  get isEmpty(): boolean {
    return this.#exact.size === 0;
  }

  /** Calls `found` with the label and position of each occurrence, including overlapping ones, until it returns `false`. */
  each(text: string, found: (label: string, place: () => TextSpan) => boolean): void {
    if (text.length < MIN_CHARACTERS || this.#exact.size === 0) return;
    let more = true;
    for (const view of viewsOf(text)) {
      const at = view.positionAt;
      this.#rules.exact.each(view.text, (needle, start) => {
        const end = start + needle.length;
        return more = found(this.#exact.get(needle)!, () => ({ start: at(start), end: at(end) }));
      });
      if (!more) return;
      let positions: Uint32Array | null = null;
      this.#rules.loose.each(lettersOf(view.text), (needle, start) => {
        const place = () => {
          positions ??= letterPositions(view.text);
          return { start: at(positions[start]!), end: at(positions[start + needle.length - 1]! + 1) };
        };
        return more = found(this.#loose.get(needle)!, place);
      });
      if (!more) return;
    }
  }

  /**
   * Returns from where a text that ends between two words may contain the beginning of a value whose rest is still to
   * come.
   */
  begun(text: string): Begun {
    const begun = { sure: text.length, any: text.length };
    if (this.#exact.size === 0) return begun;
    const { heads, loose } = this.#rules;
    for (const view of viewsOf(text)) {
      const head = heads.find((head) => view.text.endsWith(head));
      if (head) begun.sure = Math.min(begun.sure, view.positionAt(view.text.length - head.length));
      const letters = lettersOf(view.text);
      const start = loose.begun(letters);
      const size = letters.length - start;
      const position = view.positionAt(startOfLastLetters(view.text, size));
      if (size > 0) begun.any = Math.min(begun.any, position);
      if (size >= MIN_SURE) begun.sure = Math.min(begun.sure, position);
    }
    return { sure: begun.sure, any: Math.min(begun.sure, begun.any) };
  }

  get #rules(): Prepared {
    return this.#prepared ??= {
      exact: new NeedleSearch([...this.#exact.keys()]),
      loose: new NeedleSearch([...this.#loose.keys()]),
      heads: [...this.#exact.keys()].flatMap(headsOf).toSorted((a, b) => b.length - a.length),
    };
  }
}

type Prepared = { exact: NeedleSearch; loose: NeedleSearch; heads: readonly string[] };

/** The beginnings of a needle that end in white space: a text that ends between two words may end in one. */
const headsOf = (needle: string): string[] =>
  [...needle.matchAll(/[\t-\r ]/g)].map(({ index }) => needle.slice(0, index + 1)).filter((head) =>
    head.length < needle.length
  );
