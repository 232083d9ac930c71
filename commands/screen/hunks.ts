import { bundleOf } from "../../client/patch.ts";
import { acceptedHunks, toggled } from "../../client/accepted_hunks.ts";
import { layoutOf } from "./layout.ts";
import { open, scrollTo } from "./move.ts";
import { highlighted } from "./search.ts";
import { type ScreenState, shownDetail } from "./state.ts";
import { type ScreenStep, stay } from "./step.ts";

/** The columns in which the box of a hunk stands, before its first line. */
const BOX_COLUMNS = 5;

/** Returns the lines with room for the boxes of the hunks. */
export const withBoxRoom = (lines: readonly string[], hunks: readonly { line: number }[]): string[] => {
  const first = new Set(hunks.map(({ line }) => line));
  return lines.map((line, at) => first.has(at) ? " ".repeat(BOX_COLUMNS) + line : line);
};

/** Whether hunks can be chosen: there are several, and their change waits to be decided. */
export const canChoose = (state: ScreenState): boolean =>
  state.busy === null && (shownDetail(state)?.hunks.length ?? 0) > 1;

const hunkRowsOf = (state: ScreenState): number[] =>
  (shownDetail(state)?.hunks ?? []).map(({ line }) => state.starts[line]!);

/** Returns the rows of the detail that fit, with the boxes of its hunks. */
export function shownRows(state: ScreenState): string[] {
  const { top, wrapped, leftOut } = state;
  const hunkRows = hunkRowsOf(state);
  const shown = wrapped.slice(top, top + layoutOf(state).rows);
  for (const [n, { id }] of (shownDetail(state)?.hunks ?? []).entries()) {
    const at = hunkRows[n]! - top;
    if (shown[at] === undefined) continue;
    const box = `${id === state.hunk ? "❯" : " "}[${leftOut.has(id) ? " " : "x"}] `;
    shown[at] = box + shown[at].slice(BOX_COLUMNS);
  }
  return shown.map((row) => highlighted(row, state));
}

/** Marks the next hunk, or the previous one, and scrolls to it; first of all one that is on the screen. */
export function markHunk(state: ScreenState, step: 1 | -1): ScreenStep {
  const { top } = state;
  const hunkRows = hunkRowsOf(state);
  const { rows } = layoutOf(state);
  const { hunks } = shownDetail(state)!;
  const marked = hunks.findIndex(({ id }) => id === state.hunk);
  const near = step === 1
    ? hunkRows.findIndex((row) => row >= top)
    : hunkRows.findLastIndex((row) => row < top + rows);
  const next = marked >= 0 ? marked + step : near >= 0 ? near : step === 1 ? hunks.length - 1 : 0;
  const at = Math.max(0, Math.min(hunks.length - 1, next));
  const row = hunkRows[at]!;
  const isNear = row >= top && row < top + rows / 2;
  return stay({ ...scrollTo(open(state), isNear ? top : row), hunk: hunks[at]!.id });
}

/** Leaves out the marked hunk with those that are folded under it, or accepts them again. */
export function toggleHunk(state: ScreenState): ScreenStep {
  const folded = shownDetail(state)!.hunks.find(({ id }) => id === state.hunk)?.like ?? [];
  return stay({ ...state, leftOut: toggled(state.leftOut, [state.hunk!, ...folded]) });
}

/** Returns what is accepted when it is not all of the change, and of how many hunks. */
export function acceptedPart(state: ScreenState): { hunks: readonly string[]; of: number } | null {
  const item = shownDetail(state)?.item;
  if (!item || state.leftOut.size === 0) return null;
  const files = bundleOf(item.approval)?.files ?? [];
  const hunks = acceptedHunks(files, state.leftOut);
  return hunks && { hunks, of: files.reduce((sum, file) => sum + file.hunks.length, 0) };
}
