import { layoutOf } from "./layout.ts";
import { type ScreenState, selectedRow, type View } from "./state.ts";
import { type ScreenStep, stay } from "./step.ts";

const NONE: ReadonlySet<number> = new Set();

/** Selects a row and requests its content, none of which counts as seen yet. */
export function select(state: ScreenState, id: string | null): ScreenStep {
  const row = state.rows.find((each) => each.id === id) ?? null;
  if (row === null || row.id === state.selected) return stay(state);
  const fresh = {
    ...withoutBegun(state),
    selected: row.id,
    detail: null,
    wrapped: [],
    top: 0,
    seen: NONE,
    term: "",
  };
  return { state: fresh, effects: [{ effect: "show", row, view: usualView(row) }] };
}

/** Discards unfinished input for the selected row, so that it never applies to another one. A request for work belongs to no row. */
export function withoutBegun(state: ScreenState): ScreenState {
  const { writing, armed, leftOut } = state;
  const forgets = writing !== null && writing.purpose !== "request";
  return {
    ...state,
    armed: null,
    writing: forgets ? null : writing,
    hunk: null,
    leftOut: new Set(),
    ...((forgets || armed !== null || leftOut.size > 0) && { said: CHANGED }),
  };
}

const CHANGED = { text: "What was shown has changed. Nothing was decided.", tone: "plain" as const };

/** Returns what is shown of a row before anything else: what is to be decided, or what was said and done. */
export const usualView = ({ mark }: { mark: string }): View => mark === "asks" ? "diff" : "transcript";

/** Moves the selection down by a number of rows, at most to the first or last one. */
export function selectBy(state: ScreenState, steps: number): ScreenStep {
  const at = state.rows.findIndex(({ id }) => id === state.selected);
  const next = Math.max(0, Math.min(state.rows.length - 1, at + steps));
  return select({ ...state, leftOut: new Set() }, state.rows[next]?.id ?? null);
}

/** Shows the detail from another line on, as far as there are lines. Lines of an open detail that are on the screen are seen. */
export function scrollTo(state: ScreenState, top: number): ScreenState {
  const { rows } = layoutOf(state);
  const last = Math.max(0, state.wrapped.length - rows);
  const shown = Math.max(0, Math.min(top, last));
  const onScreen = state.wrapped.slice(shown, shown + rows).map((_, at) => shown + at);
  const seen = state.focus === "detail" ? new Set([...state.seen, ...onScreen]) : state.seen;
  return { ...state, top: shown, seen };
}

/** Opens the detail: from then on keys scroll in it. */
export const open = (state: ScreenState): ScreenState =>
  selectedRow(state) === null ? state : scrollTo({ ...state, focus: "detail" }, state.top);

/** Returns the focus to the queue. */
export const close = (state: ScreenState): ScreenState => ({ ...state, focus: "queue", hunk: null });

/** Opens the detail and scrolls by so many lines. No hunk is marked then: Space shows the next page. */
export const scrollBy = (state: ScreenState, lines: number): ScreenStep =>
  stay({ ...scrollTo(open(state), state.top + lines), hunk: null });

/** Returns the number of lines to scroll for one page, which keeps one line of the previous page. */
export const pageOf = (state: ScreenState): number => Math.max(1, layoutOf(state).rows - 1);
