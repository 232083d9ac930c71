import { NotUnderstood } from "./not_understood.ts";

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', "\\": "\\", n: "\n", t: "\t" };

/** Reads the words of one instruction from left to right. Each method consumes what it returns. */
export class Scanner {
  #rest: string;

  constructor(text: string) {
    this.#rest = text.trim();
  }

  /** The unread text, trimmed. */
  get rest(): string {
    return this.#rest;
  }

  /** Consumes a keyword in upper or lower case; returns false and consumes nothing if something else is there. */
  keyword(word: string): boolean {
    const found = /^[A-Za-z]+/.exec(this.#rest)?.[0];
    const next = found && this.#rest[found.length];
    if (found?.toLowerCase() !== word || !(next === undefined || /[\s:"]/.test(next))) return false;
    this.#take(word.length);
    return true;
  }

  /** Consumes one punctuation character; returns false and consumes nothing if something else is there. */
  symbol(symbol: string): boolean {
    if (!this.#rest.startsWith(symbol)) return false;
    this.#take(symbol.length);
    return true;
  }

  /**
   * Consumes text in double quotes and returns it with its escapes resolved.
   *
   * @throws {NotUnderstood} when it is missing, does not end, or has an unknown escape
   */
  quoted(what: string): string {
    if (!this.#rest.startsWith('"')) {
      throw new NotUnderstood(`Expected ${what} in double quotes${this.#found()}.`);
    }
    const end = quotedEnd(this.#rest, 0);
    if (end === null) {
      throw new NotUnderstood(
        'The quoted text does not end on this line: close it with ", and write \\n for a line break in it.',
      );
    }
    const text = this.#rest.slice(1, end - 1).replaceAll(/\\(.)/gsu, (_, character: string) => {
      const escape = ESCAPES[character];
      if (escape !== undefined) return escape;
      throw new NotUnderstood(
        `\\${character} is not an escape. Valid escapes are \\", \\\\, \\n and \\t (write \\\\ for a backslash).`,
      );
    });
    this.#separated(end, "the quoted text");
    this.#take(end);
    return text;
  }

  /**
   * Consumes `/source/flags`.
   *
   * @throws {NotUnderstood} when the closing slash is missing
   */
  regex(): { source: string; flags: string } {
    const end = regexEnd(this.#rest, 0);
    if (end === null) throw new NotUnderstood("The regular expression has no closing slash.");
    const flags = /^[A-Za-z]*/.exec(this.#rest.slice(end))?.[0] ?? "";
    const source = this.#rest.slice(1, end - 1);
    this.#separated(end + flags.length, "the regular expression");
    this.#take(end + flags.length);
    return { source, flags };
  }

  /**
   * Consumes a path, quoted or bare. A full stop that ends the instruction is not part of a bare one.
   *
   * @throws {NotUnderstood} when it is missing
   */
  path(what: string): string {
    if (this.#rest.startsWith('"')) return this.quoted(what);
    const word = /^\S+/.exec(this.#rest)?.[0];
    if (word === undefined) throw new NotUnderstood(`Expected ${what} at the end of the line.`);
    if (/["'`“”„‘’«»]/u.test(word)) {
      throw new NotUnderstood(
        `Expected ${what}${this.#found()}: write it without quotes or in straight double quotes.`,
      );
    }
    this.#take(word.length);
    return this.#rest === "" ? word.replace(/(?<=[^./])\.$/, "") : word;
  }

  /**
   * Checks that nothing but a full stop is left.
   *
   * @throws {NotUnderstood} naming what is left
   */
  end(hint = ""): void {
    if (this.#rest !== "" && this.#rest !== ".") {
      throw new NotUnderstood(`Expected the end of the instruction${this.#found()}${hint && `: ${hint}`}.`);
    }
  }

  /**
   * Consumes a required keyword.
   *
   * @throws {NotUnderstood} naming what is there instead
   */
  expect(word: string, after: string): void {
    if (this.keyword(word)) return;
    throw new NotUnderstood(`Expected "${word}" after ${after}${this.#found()}.`);
  }

  #take(length: number): void {
    this.#rest = this.#rest.slice(length).trimStart();
  }

  #separated(end: number, what: string): void {
    const next = this.#rest[end];
    if (next === undefined || /\s/.test(next) || this.#rest.slice(end) === ".") return;
    throw new NotUnderstood(`Expected a space after ${what}, found ${JSON.stringify(next)}.`);
  }

  #found(): string {
    if (this.#rest === "") return ", but the instruction ends there";
    const word = /^\S+/.exec(this.#rest)?.[0] ?? "";
    return `, found ${JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}…` : word)}`;
  }
}

/** Returns the position after the closing quote of the text that opens at `start`, or null when it does not close. */
export function quotedEnd(text: string, start: number): number | null {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return null;
}

/** Returns the position after the slash that closes the regular expression opening at `start`, or null. */
export function regexEnd(text: string, start: number): number | null {
  let inClass = false;
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "[") inClass = true;
    else if (character === "]") inClass = false;
    else if (character === "/" && !inClass) return at + 1;
  }
  return null;
}
