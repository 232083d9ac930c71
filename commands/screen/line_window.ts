import { neutralise } from "../terminal/neutralise.ts";
import { graphemes, width } from "../terminal/width.ts";
import type { Line } from "./line_editor.ts";

/** What is shown of a line, neutralised, and the column of the cursor in it. */
type LineWindow = { shown: string; column: number };

/** The part of the columns that shows what comes after the cursor, if there is so much. */
const AFTER_PART = 1 / 3;

/** Returns what fits of a line around its cursor, in one row: a line break is shown as ⏎, a tab as ⇥, and what is left out as …. */
export function lineWindow({ text, at }: Line, columns: number): LineWindow {
  const before = charactersOf(text.slice(0, at)).reverse();
  const after = charactersOf(text.slice(at));
  const room = Math.max(0, columns - 1); // the cursor stands behind the last character
  const wanted = Math.min(width(after.join("")), Math.floor(room * AFTER_PART));
  const left = fitting(before, room - wanted);
  const right = fitting(after, room - left.width);
  const shown = left.taken.reverse().join("");
  // What is shown for a control character may join with the next one, and both then take fewer columns.
  return { shown: shown + right.taken.join(""), column: width(shown) };
}

const charactersOf = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => SHOWN[segment] ?? neutralise(segment));

const SHOWN: Readonly<Record<string, string>> = { "\n": "⏎", "\t": "⇥" };

/** Takes as many characters as fit, with an ellipsis in place of the rest. */
function fitting(characters: readonly string[], columns: number): { taken: string[]; width: number } {
  const taken: string[] = [];
  let used = 0;
  for (const [n, character] of characters.entries()) {
    const next = width(character);
    const isLast = n === characters.length - 1;
    if (used + next + (isLast ? 0 : 1) > columns) {
      if (used < columns) {
        taken.push("…");
        used++;
      }
      break;
    }
    taken.push(character);
    used += next;
  }
  return { taken, width: used };
}
