import { readPath } from "../../worker_tools/path.ts";
import { ellipsis } from "../../../ground/kernel/words.ts";

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', "\\": "\\", n: "\n", t: "\t" };

/**
 * Reads the words of one instruction from left to right. Each method consumes what it returns. One that finds something else
 * sets `problem`; all that is read from then on means nothing.
 */
export class Scanner {
  #rest: string;
  #problem: string | null = null;

  constructor(text: string) {
    this.#rest = text.trim();
  }

  /** The first problem, as a sentence; null if there is none. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Sets the problem, unless there is one. Returns the empty text, in place of what could not be read. */
  fail(problem: string): "" {
    this.#problem ??= problem;
    return "";
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

  /** Consumes text in double quotes and returns it with its escapes resolved. */
  quoted(what: string): string {
    if (!this.#rest.startsWith('"')) return this.fail(`Expected ${what} in double quotes${this.#found()}.`);
    const end = quotedEnd(this.#rest, 0);
    if (end === null) {
      return this.fail(
        'The quoted text does not end on this line: close it with ", and write \\n for a line break in it.',
      );
    }
    const text = this.#rest.slice(1, end - 1).replaceAll(/\\(.)/gsu, (_, character: string) => {
      return ESCAPES[character] ?? this.fail(
        `\\${character} is not an escape. Valid escapes are \\", \\\\, \\n and \\t (write \\\\ for a backslash).`,
      );
    });
    this.#separated(end, "the quoted text");
    this.#take(end);
    return text;
  }

  /** Consumes `/source/flags`. */
  regex(): { source: string; flags: string } {
    const end = regexEnd(this.#rest, 0);
    if (end === null) return { source: this.fail("The regular expression has no closing slash."), flags: "" };
    const flags = /^[A-Za-z]*/.exec(this.#rest.slice(end))?.[0] ?? "";
    const source = this.#rest.slice(1, end - 1);
    this.#separated(end + flags.length, "the regular expression");
    this.#take(end + flags.length);
    return { source, flags };
  }

  /** Consumes a path, quoted or bare, and returns it in normal form. */
  path(what: string): string {
    const read = readPath(this.#written(what));
    return "problem" in read ? this.fail(read.problem) : read.path;
  }

  /** A full stop that ends the instruction is not part of a bare path. */
  #written(what: string): string {
    if (this.#rest.startsWith('"')) return this.quoted(what);
    const word = /^\S+/.exec(this.#rest)?.[0];
    if (word === undefined) return this.fail(`Expected ${what} at the end of the line.`);
    if (/["'`“”„‘’«»]/u.test(word)) {
      return this.fail(
        `Expected ${what}${this.#found()}: write it without quotes or in straight double quotes.`,
      );
    }
    this.#take(word.length);
    return this.#rest === "" ? word.replace(/(?<=[^./])\.$/, "") : word;
  }

  /** Checks that nothing but a full stop is left. */
  end(hint = ""): void {
    if (this.#rest !== "" && this.#rest !== ".") {
      this.fail(`Expected the end of the instruction${this.#found()}${hint && `: ${hint}`}.`);
    }
  }

  /** Consumes a required keyword. */
  expect(word: string, after: string): void {
    if (!this.keyword(word)) this.fail(`Expected "${word}" after ${after}${this.#found()}.`);
  }

  #take(length: number): void {
    this.#rest = this.#rest.slice(length).trimStart();
  }

  #separated(end: number, what: string): void {
    const next = this.#rest[end];
    if (next === undefined || /\s/.test(next) || this.#rest.slice(end) === ".") return;
    this.fail(`Expected a space after ${what}, found ${JSON.stringify(next)}.`);
  }

  #found(): string {
    if (this.#rest === "") return ", but the instruction ends there";
    const word = /^\S+/.exec(this.#rest)?.[0] ?? "";
    return `, found ${JSON.stringify(ellipsis(word, 40))}`;
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
