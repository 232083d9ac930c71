import { HOUR } from "./shared/durations.ts";
/** Returns a number with what it counts: `1 file`, `2 files`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Returns an amount of money without the remainders of binary fractions: `0.71045 USD`. */
export const money = (amount: number, currency = "USD"): string =>
  `${Number(amount.toFixed(6))} ${currency}`.trimEnd();

const MAX_LINE = 200;

/** Returns at most `most` characters of a text, with "…" for the rest. A character that takes two is not halved. */
export const ellipsis = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : text;

/** Returns the first line of a text, cut to 200 characters; empty without a text. */
export const firstLine = (text: string | undefined): string =>
  ellipsis((text ?? "").split("\n", 1)[0]!, MAX_LINE);

/** Where a text may be cut: at a blank, and within a script that has none between its words. */
const BREAKS =
  /[\s\p{Ideographic}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/**
 * Returns the beginning of a text, with "…" for the rest. A word is not cut: half a secret is not recognized when that becomes
 * known, and half a character is stored as another one.
 */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text.toWellFormed();
  const end = [...text.slice(0, length).matchAll(BREAKS)].at(-1)?.index ?? 0;
  return `${text.slice(0, end).trimEnd().toWellFormed()}…`;
}

/** Returns a text that ends with one period. */
export const asSentence = (text: string): string => text.replace(/(?<![.\s])[.\s]*$/, ".");

/** Returns the time from one moment to another in whole days, or in hours below two days. */
export function spanBetween(from: string, to: string): string {
  const hours = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / HOUR));
  return hours < 48 ? counted(hours, "hour") : counted(Math.floor(hours / 24), "day");
}

/** Returns a moment (RFC 3339, UTC) as sentences show it: `2026-11-22 20:47 UTC`. */
export const shownTime = (at: string): string => `${at.slice(0, 16).replace("T", " ")} UTC`;

/** Returns a word after its indefinite article, such as "an external-write"; with a capital at the start of a sentence. */
export function withArticle(word: string, capital = false): string {
  const article = /^(?:[aeio]|u(?!s|ni|ti))/i.test(word) ? "an" : "a";
  return `${capital ? article.replace("a", "A") : article} ${word}`;
}
