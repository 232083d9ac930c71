import wrapAnsi from "wrap-ansi";
import { render } from "../terminal/paint.ts";
import { width } from "../terminal/width.ts";

/** A tab's place depends on the terminal; spaces are the same everywhere. */
const TAB = "    ";

/**
 * Returns painted lines as a terminal shows them: neutralised, with colours or without, and none wider than `columns`. What is too
 * wide continues in the next line, so nothing is cut off.
 */
export const terminalLines = (lines: readonly string[], columns: number, colour: boolean): string[] =>
  lines.flatMap((text) => text.split("\n")).flatMap((line) => {
    const plain = line.replaceAll("\t", TAB);
    const shown = render(plain, colour);
    return width(plain) <= columns
      ? [shown]
      : wrapAnsi(shown, columns, { hard: true, trim: false }).split("\n");
  });
