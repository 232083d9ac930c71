import type { Tables } from "../view.ts";
import { OPEN_RUN_STATES, type RunStatus } from "../shared/run_states.ts";
import { HOUR } from "../shared/durations.ts";

/**
 * A row of `run_level_changes`: `n` changes, by `change` runs in all. `left` has the milliseconds that were left of the hour at
 * each of them, added up with their signs: with it the average over the hour is exact.
 */
export type LevelRow = { hour: string; status: string; n: number; change: number; left: number };

/** Where a run that has not ended is, and where it was before. */
type RunState = { status: RunStatus; earlier: RunStatus | null };

/** An hour, in milliseconds. */

/** States that are counted: a run in any other one has ended. */
const COUNTED: ReadonlySet<RunStatus> = new Set(OPEN_RUN_STATES);

/** Returns the hour of a time, such as `2026-01-10T12`. */
export const hourOf = (at: string): string => at.slice(0, 13);

/** Counts a new run in its first state. */
export function beginIn(tables: Tables, runId: string, status: RunStatus, at: string): void {
  count(tables, runId, { at, status, change: 1 });
  tables.queue("run_level_states", [runId, status, null]);
}

/** Counts that a run leaves the state that it is in, and enters another. */
export function enterState(tables: Tables, runId: string, status: RunStatus, at: string): void {
  const before = tables.get<{ status: string }>(
    "select status from {run_level_states} where run_id = ?",
    runId,
  )
    ?.status;
  if (before === status) return;
  if (before !== undefined) count(tables, runId, { at, status: before, change: -1 });
  if (!COUNTED.has(status)) {
    tables.run("delete from {run_level_states} where run_id = ?", runId);
    return;
  }
  count(tables, runId, { at, status, change: 1 });
  tables.run("insert or replace into {run_level_states} values (?, ?, ?)", runId, status, before ?? null);
}

/** Returns the state that a run is in, and the one before it; undefined once it has ended. */
export const levelStateOf = (tables: Tables, runId: string): RunState | undefined =>
  tables.get<RunState>("select status, earlier from {run_level_states} where run_id = ?", runId);

/** Takes all that was counted of a run out again. */
export function leaveAll(tables: Tables, runId: string): void {
  const parts = tables.all<LevelRow>(
    "select hour, status, n, change, left from {run_level_parts} where run_id = ?",
    runId,
  );
  for (const { hour, status, n, change, left } of parts) {
    tables.run(
      `update {run_level_changes} set n = n - ?, change = change - ?, left = left - ?
       where hour = ? and status = ?`,
      n,
      change,
      left,
      hour,
      status,
    );
    tables.run("delete from {run_level_changes} where hour = ? and status = ? and n = 0", hour, status);
  }
  tables.run("delete from {run_level_parts} where run_id = ?", runId);
  tables.run("delete from {run_level_states} where run_id = ?", runId);
}

function count(
  tables: Tables,
  runId: string,
  { at, status, change }: { at: string; status: string; change: 1 | -1 },
): void {
  const values = [
    hourOf(at),
    status,
    1,
    change,
    change * (HOUR - Date.parse(at) % HOUR),
  ];
  tables.queue("run_level_changes", values, `on conflict (hour, status) ${ADDED}`);
  tables.queue("run_level_parts", [runId, ...values], `on conflict (run_id, hour, status) ${ADDED}`);
}

const ADDED =
  "do update set n = n + excluded.n, change = change + excluded.change, left = left + excluded.left";
