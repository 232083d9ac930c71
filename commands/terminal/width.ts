import { unpainted } from "./paint.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[！-｠])/u;

/** How many columns a text takes on a terminal. */
export function width(text: string): number {
  const plain = unpainted(text);
  if (isAscii(plain)) return plain.length;
  let columns = 0;
  for (const { segment } of segmenter.segment(plain)) columns += WIDE.test(segment) ? 2 : 1;
  return columns;
}

/** The text, filled with spaces to a width. */
export const pad = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - width(text)));

/** An unpainted text, cut with an ellipsis where it is wider. */
export function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  let kept = "";
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += width(segment);
    if (used > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
