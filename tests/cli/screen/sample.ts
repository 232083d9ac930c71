import { reduce } from "../../../commands/screen/reduce.ts";
import {
  type Detail,
  initialState,
  type QueueRow,
  type ScreenState,
} from "../../../commands/screen/state.ts";
import type { ScreenEffect, ScreenInput } from "../../../commands/screen/step.ts";
import type { QueueItem } from "../../../commands/service/types.ts";

/** An approval that waits, as far as the screen looks into it. */
export const sampleItem = (id: string, policyClass = "repo-write"): QueueItem =>
  ({ id, approval: { id, policyClass, evidenceDigest: `digest of ${id}` } }) as QueueItem;

/** A row of the queue. */
export const sampleRow = (id: string, given: Partial<QueueRow> = {}): QueueRow => ({
  id,
  runId: `run_${id}`,
  approvalId: id,
  group: "waits",
  mark: "asks",
  number: 1,
  title: `work ${id}`,
  request: `work ${id}`,
  repository: "sums",
  version: `digest of ${id}`,
  ...given,
});

/** The right side for a row: an approval with so many lines. */
export const sampleDetail = (row: QueueRow, lines = 3): Detail => ({
  row,
  view: "diff",
  lines: Array.from({ length: lines }, (_, n) => `line ${n + 1}`),
  item: sampleItem(row.approvalId!),
  hunks: [],
  files: [],
  folds: true,
  deliveries: ["tree", "branch"],
  committer: "Ann",
  scopes: ["once"],
  complete: true,
});

/**
 * A screen without a service and without a terminal: inputs go in, the state and all that was effects for come out. The person waits
 * before each key, unless said otherwise.
 */
export function sampleScreen(given: Partial<ScreenState> = {}, { waits = true } = {}) {
  let state: ScreenState = {
    ...initialState({ columns: 120, height: 30, colour: false, repository: "sums" }),
    ...given,
  };
  const effects: ScreenEffect[] = [];
  const tell = (input: ScreenInput) => {
    const step = reduce(state, input);
    state = step.state;
    effects.push(...step.effects.filter(({ effect }) => !["awaitQuiet", "files"].includes(effect)));
    if (waits && step.effects.some(({ effect }) => effect === "awaitQuiet")) tell({ kind: "quiet" });
  };
  return {
    tell,
    state: () => state,
    press: (...keys: string[]) => keys.forEach((key) => tell({ kind: "key", key })),
    list: (...rows: QueueRow[]) =>
      tell({ kind: "queue", rows, counts: { waits: rows.length, running: 0, finished: 0 } }),
    /** What was effects for since the last call. */
    effects: () => effects.splice(0),
  };
}
