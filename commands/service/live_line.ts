import { oneLine } from "../terminal/neutralise.ts";
import type { Output } from "../terminal/output.ts";
import { paint } from "../terminal/paint.ts";

/** The maximum length of an unfinished line that is kept; a terminal shows less. */
const MAX_KEPT = 1000;

/** The number of columns on a terminal that does not say how many it has. */
const COLUMNS = 80;

/** The newest line of what runs, on one line of the terminal. */
type LiveLine = {
  /** Takes a part of what a command or model prints. */
  push: (text: string) => void;
  /** Clears the line, before others are printed. */
  clear: () => void;
};

/** Returns the newest line of what runs, which the next one overwrites. Shows nothing without a terminal. */
export function liveLine(output: Output): LiveLine {
  let unfinished = "";
  let isShown = false;
  return {
    push: (text) => {
      const lines = (unfinished + text).split(/\r\n|\r|\n/);
      unfinished = lines.at(-1)!.slice(-MAX_KEPT);
      const newest = lines.findLast((line) => line.trim() !== "");
      if (newest === undefined) return;
      const width = (output.columns ?? COLUMNS) - 3;
      output.status(paint.dim(`│ ${oneLine(newest).slice(0, width)}`));
      isShown = true;
    },
    clear: () => {
      if (isShown) output.status(null);
      [unfinished, isShown] = ["", false];
    },
  };
}
