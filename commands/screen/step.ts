import type { Choice } from "../review/choice.ts";
import type { Approval } from "../service/types.ts";
import type { Counts, Detail, Row, State, View } from "./state.ts";

/** What happens to the screen. */
export type Input =
  | { kind: "key"; key: string }
  | { kind: "paste"; text: string }
  | { kind: "size"; columns: number; height: number }
  | { kind: "queue"; rows: readonly Row[]; counts: Counts }
  | { kind: "detail"; detail: Detail }
  | { kind: "lines"; row: string; view: View; lines: readonly string[]; complete: boolean }
  | { kind: "connection"; connected: boolean }
  | { kind: "busy"; doing: string }
  | { kind: "said"; text: string; tone: "good" | "bad" | "plain" }
  | { kind: "asked"; run: string; number: number }
  | { kind: "refused"; words: string; reason: string };

/** What the screen asks of the service, or of this machine. */
export type Wish =
  | { wish: "show"; row: Row; view: View }
  | { wish: "decide"; approval: Approval; choice: Choice }
  | { wish: "request"; words: string }
  | { wish: "cancel"; run: string }
  | { wish: "browse"; path: string }
  | { wish: "start" }
  | { wish: "quit" };

/** A state, and what is wished for besides. */
export type Step = { state: State; wishes: readonly Wish[] };

/** A step that wishes for nothing. */
export const stay = (state: State): Step => ({ state, wishes: [] });
