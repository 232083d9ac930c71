import { paint } from "../terminal/paint.ts";
import { terminalLines } from "./lines.ts";
import type { ScreenState } from "./state.ts";

/** With fewer columns, only the pane with the focus is shown. */
const MIN_COLUMNS_FOR_TWO = 90;

/** The input line and the keys. */
const LINES_BELOW = 2;

/** The frame of a pane at both of its sides, and its title. */
const FRAME = 2;
const TITLE = 1;

/** A message takes what it needs, up to this. */
const MAX_MESSAGE_LINES = 12;

/** The positions of all parts. Widths and heights are those inside the frames. */
type ScreenLayout = {
  two: boolean;
  queueColumns: number;
  detailColumns: number;
  rows: number;
  message: readonly string[];
};

/** Returns where everything is on a terminal of that size. */
export function layoutOf(state: Pick<ScreenState, "columns" | "height" | "said" | "colour">): ScreenLayout {
  const { columns, height, said, colour } = state;
  const two = columns >= MIN_COLUMNS_FOR_TWO;
  const queue = two ? Math.min(56, Math.floor(columns * 0.4)) : columns;
  const message = said === null ? [] : terminalLines([TONES[said.tone](said.text)], columns, colour);
  const shown = message.length === 0 ? [""] : message.slice(0, MAX_MESSAGE_LINES);
  return {
    two,
    queueColumns: Math.max(1, queue - FRAME),
    detailColumns: Math.max(1, (two ? columns - queue : columns) - FRAME),
    rows: Math.max(1, height - shown.length - LINES_BELOW - FRAME - TITLE),
    message: shown,
  };
}

const TONES = { good: paint.green, bad: paint.red, plain: paint.yellow };
