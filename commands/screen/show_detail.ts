import { layoutOf } from "./layout.ts";
import { terminalLines } from "./lines.ts";
import { scrollTo } from "./move.ts";
import type { Detail, State } from "./state.ts";
import type { Input } from "./step.ts";

/** Returns the state with a detail that was read, from its first line on; unchanged if another row is selected by now. */
export function showDetail(state: State, detail: Detail): State {
  if (detail.row.id !== state.selected) return state;
  const { item, hunks, deliveries, scopes } = detail;
  const fresh = {
    ...state,
    detail,
    top: 0,
    seen: 0,
    hunk: null,
    leftOut: item === null ? state.leftOut : among(state.leftOut, hunks),
    delivery: deliveries.length > 1 ? deliveries[0]! : null,
    scope: scopes.length > 1 ? scopes[0]! : null,
  };
  return scrollTo(wrapDetail(fresh), 0);
}

const among = (ids: ReadonlySet<string>, hunks: Detail["hunks"]): Set<string> =>
  new Set(hunks.map(({ id }) => id).filter((id) => ids.has(id)));

/** Adds lines to a transcript; a view at its end stays at the end. */
export function appendLines(state: State, { row, view, lines, complete }: Input & { kind: "lines" }): State {
  const { detail } = state;
  if (detail === null || detail.row.id !== row || detail.view !== view) return state;
  const { rows, detailColumns } = layoutOf(state);
  const atEnd = state.top + rows >= state.wrapped.length;
  const grown = {
    ...state,
    detail: { ...detail, lines: [...detail.lines, ...lines], complete },
    wrapped: [...state.wrapped, ...terminalLines(lines, detailColumns, state.colour)],
  };
  return atEnd ? scrollTo(grown, grown.wrapped.length) : grown;
}

/** Returns the state with the lines of its detail as this terminal shows them. */
export function wrapDetail(state: State): State {
  const { detailColumns } = layoutOf(state);
  const starts: number[] = [];
  const wrapped: string[] = [];
  for (const line of state.detail?.lines ?? []) {
    starts.push(wrapped.length);
    wrapped.push(...terminalLines([line], detailColumns, state.colour));
  }
  return { ...state, wrapped, hunkRows: state.detail?.hunks.map(({ line }) => starts[line]!) ?? [] };
}
