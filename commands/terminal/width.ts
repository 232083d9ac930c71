import stringWidth from "string-width";
import { neutralise } from "./neutralise.ts";
import { unpainted } from "./paint.ts";

/** Divides a text into characters as people see them. */
export const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns how many columns a neutralised text takes on a terminal. */
export const width = (text: string): number => stringWidth(neutralise(unpainted(text)));

/** Returns the text, padded with spaces to a width. */
export const pad = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - width(text)));

/** Returns an unpainted text, cut with an ellipsis if it is too wide. */
export function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  let kept = "";
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += width(segment);
    if (used > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
