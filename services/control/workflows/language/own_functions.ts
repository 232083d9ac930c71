import type { ASTNode, Environment } from "@marcbachmann/cel-js";
import { partsIn } from "./parts.ts";
import { ellipsis } from "../../../ground/kernel/words.ts";

/** Numbers from here on are rounded to it, or to its negative, so what was meant may be no integer of 64 bits. */
const BEYOND_INTEGERS = 2 ** 63;

/** What the library computes by UTF-16 units, with letters beyond ASCII, or from texts that are no numbers. */
const OWN: Readonly<Record<string, (...args: never[]) => unknown>> = {
  "string.lowerAscii(): string": (text: string) => text.replace(/[A-Z]/g, (one) => one.toLowerCase()),
  "string.upperAscii(): string": (text: string) => text.replace(/[a-z]/g, (one) => one.toUpperCase()),
  "string.trim(): string": trim,
  "string.indexOf(string): int": (text: string, sought: string) => indexOf(text, sought, 0n),
  "string.indexOf(string, int): int": indexOf,
  "string.split(string): list<string>": (text: string, by: string) => split(text, by, -1n),
  "string.split(string, int): list<string>": split,
  "int(int): int": (value: bigint) => value,
  "int(double): int": (value: number) => {
    if (!(Math.abs(value) < BEYOND_INTEGERS)) throw new Error(`${value} is not a whole number of 64 bits.`);
    return BigInt(Math.trunc(value));
  },
  "int(string): int": (text: string) => {
    if (!/^[+-]?\d{1,19}$/.test(text)) throw new Error(`"${shown(text)}" is not a whole number.`);
    return BigInt(text.replace(/^\+/, ""));
  },
  "double(double): double": (value: number) => value,
  "double(int): double": (value: bigint) => Number(value),
  "double(string): double": (text: string) => {
    if (/^[+-]?(?:nan|inf|infinity)$/i.test(text)) return special(text.toLowerCase());
    if (text.length > 400 || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) {
      throw new Error(`"${shown(text)}" is not a number.`);
    }
    return Number(text);
  },
};

/** The library refuses a second function of the same name. */
const RENAMED: ReadonlyMap<string, string> = new Map(
  Object.keys(OWN).map((signature) => nameOf(signature)).map((name) => [name, `${name}_`]),
);

/** Adds the functions of the language that the library computes otherwise. */
export function registerOwn(environment: Environment): void {
  for (const [signature, compute] of Object.entries(OWN)) {
    const name = nameOf(signature);
    environment.registerFunction(
      signature.replace(`${name}(`, `${RENAMED.get(name)}(`),
      compute,
    );
  }
}

/** Lets an expression that was not checked yet call them. */
export function callOwn(node: ASTNode): void {
  const args = node.args as unknown[];
  if (node.op === "call" || node.op === "rcall") args[0] = RENAMED.get(args[0] as string) ?? args[0];
  partsIn(args).forEach(callOwn);
}

/** Returns a message of the library with the names of functions as they were written. */
export const asWritten = (message: string): string => message.replaceAll(/(\w)_\(/g, "$1(");

function nameOf(signature: string): string {
  return /(\w+)\(/.exec(signature)![1]!;
}

const shown = (text: string): string => ellipsis(text, 40);

const special = (text: string): number =>
  text.endsWith("nan") ? NaN : text.startsWith("-") ? -Infinity : Infinity;

const SPACE = /\p{White_Space}/u;

function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACE.test(text[start]!)) start++;
  while (end > start && SPACE.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** Counts characters, of which some have two units. */
function indexOf(text: string, sought: string, from: bigint): bigint {
  let units = 0;
  for (let skipped = 0n; skipped < from && units < text.length; skipped++) units += widthAt(text, units);
  if (from < 0n || (from > 0n && units >= text.length && sought !== "")) {
    throw new Error(`The text has no position ${from}.`);
  }
  const found = text.indexOf(sought, units);
  if (found < 0) return -1n;
  let at = from;
  for (let unit = units; unit < found; unit += widthAt(text, unit)) at++;
  return at;
}

const widthAt = (text: string, unit: number): number => text.codePointAt(unit)! > 0xffff ? 2 : 1;

function split(text: string, by: string, limit: bigint): string[] {
  if (limit === 0n) return [];
  const parts = by === "" ? [...text] : text.split(by);
  if (limit < 0n || BigInt(parts.length) <= limit) return parts;
  const kept = Number(limit) - 1;
  return [...parts.slice(0, kept), parts.slice(kept).join(by)];
}
