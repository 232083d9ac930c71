import { layoutOf } from "./layout.ts";
import { open, scrollTo } from "./move.ts";
import { type ScreenState, shownDetail } from "./state.ts";
import { type ScreenStep, stay } from "./step.ts";

/** Returns the rows in which the files of the shown patch begin, those that are not folded. */
const fileRows = (state: ScreenState): number[] =>
  (shownDetail(state)?.files ?? []).filter(({ like }) => like === undefined)
    .map(({ line }) => state.starts[line] ?? 0);

/** Whether the shown patch has several files. */
export const hasFiles = (state: ScreenState): boolean => fileRows(state).length > 1;

/** Scrolls to the beginning of the next file of the patch, or of the one before. */
export function turnFile(state: ScreenState, step: 1 | -1): ScreenStep {
  const rows = fileRows(state);
  const next = step === 1
    ? rows.find((row) => row > state.top) ?? rows.at(-1)
    : rows.findLast((row) => row < state.top) ?? rows[0];
  return stay(next === undefined ? state : { ...scrollTo(open(state), next), hunk: null });
}

/** Returns which file of the patch is shown, such as "file 2 of 3"; empty before the first one and without several. */
export function fileWords(state: ScreenState): string {
  const rows = fileRows(state);
  if (rows.length < 2) return "";
  const middle = state.top + Math.floor(layoutOf(state).rows / 2);
  const at = rows.findLastIndex((row) => row <= middle);
  return at < 0 ? "" : `file ${at + 1} of ${rows.length}`;
}
