import { neutralise } from "./neutralise.ts";

const CODES = { bold: 1, dim: 2, inverse: 7, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
type Paint = keyof typeof CODES;

/**
 * Marks contain a secret of this process, so a text from a run cannot contain one. Colour is added after all text was
 * neutralised.
 */
const secret = crypto.randomUUID().slice(0, 13);
const mark = (code: number) => `\u{fdd0}${secret}:${code}\u{fdd1}`;
const MARKS = new RegExp(`\u{fdd0}${secret}:(\\d+)\u{fdd1}`, "g");

/** Marks texts with a colour. The writer turns marks into terminal codes, or drops them. */
export const paint: Record<Paint, (text: string) => string> = {
  bold: (text) => painted("bold", text),
  dim: (text) => painted("dim", text),
  inverse: (text) => painted("inverse", text),
  red: (text) => painted("red", text),
  green: (text) => painted("green", text),
  yellow: (text) => painted("yellow", text),
  cyan: (text) => painted("cyan", text),
};

const painted = (name: Paint, text: string): string =>
  text === "" ? "" : `${mark(CODES[name])}${text}${mark(0)}`;

/** Returns the text for the terminal: neutralised, with this process's own colours or without any. */
export const render = (text: string, colour: boolean): string =>
  neutralise(text).replace(MARKS, (_, code) => (colour ? `\u{1b}[${code}m` : ""));

/** Returns the text without its marks. */
export const unpainted = (text: string): string => text.replace(MARKS, "");
