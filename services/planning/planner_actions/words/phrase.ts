import { InvalidError } from "../../../ground/kernel/errors.ts";
import { repeatIn } from "../../dates/repeats.ts";
import { datesIn, type SaidDate } from "../../dates/said_dates.ts";
import type { Scope } from "../plans/schemas.ts";

/** One thing that was understood in a request, and its words. */
export type ReadPart = { field: string; text: string; value: string };

const LENGTH =
  /\b(?:for\s+)?(?:(\d{1,2})\s*h(?:ours?)?)?\s*(?:(\d{1,3})\s*m(?:in(?:utes?)?)?)?(?<=\d\s*(?:h|hours?|m|min|minutes?))\b/i;
const ADDRESS = /(?:\b(?:with|and)\s+|,\s*)?([^\s@,<>"]+@[^\s@,<>"]+\.[a-z]{2,})/i;
const SCOPES: readonly (readonly [Scope, RegExp])[] = [
  ["all", /\b(?:the whole series(?: of)?|all occurrences(?: of)?|every occurrence(?: of)?)/i],
  ["following", /\band (?:all )?(?:the )?following(?: ones)?\b/i],
  ["this", /\bonly this(?: one| occurrence)?\b/i],
];
const EMPTY = /^(?:please|the|my|a|an|our|on|at|by|from|in|for|called|named|to)$/i;

/** The words of a request, consumed piece by piece; the rest is a title. */
export class Phrase {
  constructor(public left: string, readonly parsed: ReadPart[]) {}

  /** Consumes the first matching words and returns their meaning; null if none match. */
  take<T>(pattern: RegExp, field: string, valueOf: (match: RegExpExecArray) => T): T | null {
    const match = pattern.exec(this.left);
    if (!match || match[0].trim() === "") return null;
    const value = valueOf(match);
    this.read(field, match[0].trim(), String(value));
    this.#cut(match.index, match[0].length);
    return value;
  }

  /** Records what words mean. */
  read(field: string, text: string, value: string): void {
    this.parsed.push({ field, text, value });
  }

  /** Consumes a duration; in minutes. */
  takeLength = (): number | null =>
    this.take(
      LENGTH,
      "durationMinutes",
      ([, hours, minutes]) => Number(hours ?? 0) * 60 + Number(minutes ?? 0),
    );

  takeRule(): string | null {
    const repeat = repeatIn(this.left);
    if (!repeat) return null;
    this.read("rrule", repeat.text, repeat.rrule);
    this.#cut(repeat.index, repeat.text.length);
    return repeat.rrule;
  }

  takeScope(): Scope | null {
    for (const [scope, pattern] of SCOPES) {
      const taken = this.take(pattern, "scope", () => scope);
      if (taken) return taken;
    }
    return null;
  }

  takePeople(): { email: string }[] {
    const people: { email: string }[] = [];
    for (;;) {
      const email = this.take(ADDRESS, "attendees", ([, address]) => address!);
      if (email === null) return people;
      people.push({ email });
    }
  }

  /** Consumes the one date in the words. Throws `InvalidError` if there are several, or it is ambiguous. */
  async takeDate(now: Date, zone: string): Promise<SaidDate | null> {
    const quoted = this.left.replaceAll(/"[^"]*"/g, (title) => " ".repeat(title.length));
    const dates = await datesIn(quoted, now, zone);
    if (dates.length > 1) {
      const words = dates.map(({ text }) => `"${text}"`).join(" and ");
      throw new InvalidError(`${words} are both dates. Give only one, or put the title in quotes.`);
    }
    const [date] = dates;
    if (!date) return null;
    for (const { index, text } of date.spans.toReversed()) this.#cut(index, text.length);
    return date;
  }

  /** Returns the rest: the words in quotes, otherwise all words except connecting ones. */
  title(): string {
    const quoted = /"([^"]+)"/.exec(this.left)?.[1];
    if (quoted !== undefined) return quoted.trim();
    const words = this.left.split(/\s+/).filter(Boolean);
    while (words.length > 0 && EMPTY.test(words[0]!)) words.shift();
    while (words.length > 0 && EMPTY.test(words.at(-1)!)) words.pop();
    return words.join(" ").replace(/[.!?,;]+$/, "");
  }

  #cut(index: number, length: number): void {
    this.left = `${this.left.slice(0, index)} ${this.left.slice(index + length)}`;
  }
}
