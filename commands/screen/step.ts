import type { Choice, ShownHere } from "../review/choice.ts";
import type { QueuedApproval } from "../service/types.ts";
import type { Counts, Detail, QueueRow, ScreenState, View } from "./state.ts";

/** An input to the screen. */
export type ScreenInput =
  // `together`: it arrived with one before it, so it was pressed before what that one shows.
  | { kind: "key"; key: string; together?: boolean }
  | { kind: "quiet" }
  | { kind: "paste"; text: string }
  | { kind: "edited"; text: string }
  | { kind: "files"; files: readonly string[] }
  | { kind: "size"; columns: number; height: number }
  | { kind: "queue"; rows: readonly QueueRow[]; counts: Counts }
  | { kind: "detail"; detail: Detail }
  | { kind: "lines"; row: string; view: View; lines: readonly string[]; complete: boolean }
  | { kind: "connection"; connected: boolean }
  | { kind: "busy"; doing: string }
  | { kind: "said"; text: string; tone: "good" | "bad" | "plain" }
  | { kind: "asked"; run: string; number: number; met: readonly string[] }
  | { kind: "refused"; words: string; reason: string };

/** A request of the screen to the service or to this machine. */
export type ScreenEffect =
  | { effect: "show"; row: QueueRow; view: View; folds?: boolean }
  | { effect: "decide"; approval: QueuedApproval; choice: Choice; shown: ShownHere }
  | { effect: "request"; words: string }
  | { effect: "cancel"; run: string }
  | { effect: "undo"; run: string }
  | { effect: "edit"; text: string }
  | { effect: "browse"; path: string }
  | { effect: "awaitQuiet" }
  | { effect: "files" }
  | { effect: "start" }
  | { effect: "quit" };

/** A state, and the effects to perform. */
export type ScreenStep = { state: ScreenState; effects: readonly ScreenEffect[] };

/** A step that has no effects. */
export const stay = (state: ScreenState): ScreenStep => ({ state, effects: [] });

/** A step that asks something: keys answer it once nothing was pressed for a moment. */
export const ask = (state: ScreenState): ScreenStep => stay({ ...state, quiet: false });

/** Leaves the screen; runs continue. */
export const leave = (state: ScreenState): ScreenStep => ({ state, effects: [{ effect: "quit" }] });
