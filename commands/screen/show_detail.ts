import { foldedFiles } from "../review/fold.ts";
import { layoutOf } from "./layout.ts";
import { terminalLines } from "./lines.ts";
import { seenLines } from "./seen.ts";
import { scrollTo } from "./move.ts";
import { type Detail, type ScreenState, shownDetail } from "./state.ts";
import { ask, type ScreenInput, type ScreenStep, stay } from "./step.ts";

/**
 * Shows a detail that was read from its first line on, or nothing if another row is selected by now. An approval that was not shown
 * just before is a new question.
 */
export function showDetail(state: ScreenState, detail: Detail): ScreenStep {
  if (detail.row.id !== state.selected) return stay(state);
  const { item, hunks, deliveries, scopes } = detail;
  const fresh = {
    ...state,
    detail,
    top: 0,
    seen: new Set<number>(),
    hunk: null,
    leftOut: item === null ? state.leftOut : among(state.leftOut, hunks),
    delivery: deliveries.length > 1 ? deliveries[0]! : null,
    scope: scopes.length > 1 ? scopes[0]! : null,
  };
  const shown = scrollTo(wrapDetail(fresh), 0);
  return item === null || digestOf(item) === digestOf(shownDetail(state)?.item) ? stay(shown) : ask(shown);
}

const digestOf = (item: Detail["item"] | undefined): string | undefined => item?.approval.evidenceDigest;

const among = (ids: ReadonlySet<string>, hunks: Detail["hunks"]): Set<string> =>
  new Set(hunks.map(({ id }) => id).filter((id) => ids.has(id)));

/** Adds lines to a transcript; a view at its end stays at the end. */
export function appendLines(
  state: ScreenState,
  { row, view, lines, complete }: ScreenInput & { kind: "lines" },
): ScreenState {
  const { detail } = state;
  if (detail === null || detail.row.id !== row || detail.view !== view) return state;
  const { rows } = layoutOf(state);
  const atEnd = state.top + rows >= state.wrapped.length;
  const grown = {
    ...state,
    detail: { ...detail, lines: [...detail.lines, ...lines], complete },
    ...wrap(lines, state, state),
  };
  return atEnd ? scrollTo(grown, grown.wrapped.length) : grown;
}

const rowsOf = (starts: readonly number[], end: number, lines: ReadonlySet<number>): Set<number> =>
  new Set([...lines].flatMap((line) => {
    const [first = end, last = end] = [starts[line], starts[line + 1]];
    return Array.from({ length: last - first }, (_, at) => first + at);
  }));

/** Returns the state with the lines of its detail as this terminal shows them. What was seen stays so at another size. */
export function wrapDetail(state: ScreenState): ScreenState {
  const { starts, wrapped } = wrap(state.detail?.lines ?? [], state, { starts: [], wrapped: [] });
  return { ...state, wrapped, starts, seen: rowsOf(starts, wrapped.length, seenLines(state)) };
}

/** Returns rows with those of further lines. */
function wrap(
  lines: readonly string[],
  state: ScreenState,
  before: Pick<ScreenState, "starts" | "wrapped">,
): Pick<ScreenState, "starts" | "wrapped"> {
  const { detailColumns } = layoutOf(state);
  const [starts, wrapped] = [[...before.starts], [...before.wrapped]];
  for (const line of lines) {
    starts.push(wrapped.length);
    wrapped.push(...terminalLines([line], detailColumns, state.colour));
  }
  return { starts, wrapped };
}

/** Only a run with an approval has both. */
export function canTurnView(state: ScreenState): boolean {
  const detail = shownDetail(state);
  return detail !== null && detail.row.runId !== null && detail.row.approvalId !== null;
}

/** Shows the diff in place of the transcript, or the reverse. */
export function turnView(state: ScreenState): ScreenStep {
  const { row, view } = shownDetail(state)!;
  const other = view === "diff" ? "transcript" as const : "diff" as const;
  return { state: { ...state, top: 0, seen: new Set() }, effects: [{ effect: "show", row, view: other }] };
}

/** Whether equal changes are folded, or could be again. */
export function canFold(state: ScreenState): boolean {
  const detail = shownDetail(state);
  return detail !== null && (!detail.folds || foldedFiles(detail.files) > 0);
}

/** Shows the same in the other way, from its beginning: what was seen is another text. */
export function turnFold(state: ScreenState): ScreenStep {
  const { row, view, folds } = shownDetail(state)!;
  return { state, effects: [{ effect: "show", row, view, folds: !folds }] };
}
