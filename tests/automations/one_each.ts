import assert from "node:assert/strict";
import type { FireRow } from "../../store/automations/fires_view.ts";
import type { Harness } from "../harness.ts";

/** The rows of all ledgers, in the order of their moments. */
export const allRows = (h: Harness): FireRow[] =>
  h.store.documents.tables.all<FireRow>("select * from {automation_fires} order by due_at, sequence");

/** Fails where a row's run is not there, is that of another row too, or where there is a run without a row. Returns how many there are. */
export function assertRunsOnce(h: Harness): number {
  const named = allRows(h).flatMap(({ run_id, replay_of }) => replay_of === null ? run_id ?? [] : []);
  const runs: string[] = [];
  for (let after = 0;;) {
    const events = h.store.events.after(after, 10_000);
    if (events.length === 0) break;
    runs.push(...events.filter(({ type }) => type === "run.created").map(({ runId }) => runId!));
    after = events.at(-1)!.seq;
  }
  assert.deepEqual(named.toSorted(), runs.toSorted(), "one run for each row, and no other");
  assert.equal(new Set(runs).size, runs.length);
  return runs.length;
}

/** Fails where the ledgers do not tell of exactly so many moments, each once. */
export function assertMoments(h: Harness, due: number): void {
  const rows = allRows(h).filter(({ trigger }) => trigger === "schedule");
  assert.equal(
    rows.reduce((sum, { count }) => sum + count, 0),
    due,
    "counts of the ledger are the due moments",
  );
  for (const [i, { due_at }] of rows.entries()) {
    assert.ok(i === 0 || rows[i - 1]!.last_due_at < due_at, `the row at ${due_at} overlaps the one before`);
  }
}
