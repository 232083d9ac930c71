import type { Tables } from "../view.ts";

/** What is counted by day: finished runs (in total, by worker and by repository), waits for a person, and verifications. */
type TrendSeries = "ended" | "worker" | "repository" | "waited" | "verified";

/** A row of `run_trends`: a count, and a sum. */
export type TrendRow = {
  day: string;
  series: TrendSeries;
  name: string;
  outcome: string;
  n: number;
  amount: number;
};

/** One thing that is counted; `amount` is in milliseconds. */
type CountedItem = { at: string; series: TrendSeries; name?: string; outcome?: string; amount?: number };

/** Counts one item of a run. */
export function countOne(
  tables: Tables,
  runId: string,
  { at, series, name = "", outcome = "", amount = 0 }: CountedItem,
): void {
  const values = [at.slice(0, 10), series, name, outcome, 1, amount];
  tables.queue("run_trends", values, `on conflict (day, series, name, outcome) ${ADDED}`);
  tables.queue(
    "run_trend_parts",
    [runId, ...values],
    `on conflict (run_id, day, series, name, outcome) ${ADDED}`,
  );
}

const ADDED = "do update set n = n + excluded.n, amount = amount + excluded.amount";

/** Subtracts all that was counted of a run. */
export function takeOut(tables: Tables, runId: string): void {
  const parts = tables.all<TrendRow>(
    "select day, series, name, outcome, n, amount from {run_trend_parts} where run_id = ?",
    runId,
  );
  for (const { day, series, name, outcome, n, amount } of parts) {
    const which = [day, series, name, outcome];
    tables.run(
      "update {run_trends} set n = n - ?, amount = amount - ? where day = ? and series = ? and name = ? and outcome = ?",
      n,
      amount,
      ...which,
    );
    tables.run(
      "delete from {run_trends} where day = ? and series = ? and name = ? and outcome = ? and n = 0",
      ...which,
    );
  }
  tables.run("delete from {run_trend_parts} where run_id = ?", runId);
  tables.run("delete from {run_trend_waits} where run_id = ?", runId);
}

/** Returns whether any item of a series was counted for a run. */
export const isCounted = (tables: Tables, runId: string, series: TrendSeries): boolean =>
  tables.get("select 1 from {run_trend_parts} where run_id = ? and series = ? limit 1", runId, series) !==
    undefined;
