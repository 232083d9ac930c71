import type { Tables } from "../view.ts";
import type { TrendRow } from "./trend_rows.ts";

/** Returns what happened on each day since a given one. */
export const trendsByDay = (tables: Tables, from: string): TrendRow[] =>
  tables.all<TrendRow>(
    `select day, series, name, outcome, n, amount from {run_trends}
     where day >= ? and series in ('ended', 'waited', 'verified') order by day`,
    from,
  );

/** Returns how runs ended since a given day, by worker or by repository. */
export const trendsByName = (
  tables: Tables,
  from: string,
  series: "worker" | "repository",
): Pick<TrendRow, "name" | "outcome" | "n">[] =>
  tables.all(
    `select name, outcome, sum(n) as n from {run_trends} where day >= ? and series = ?
     group by name, outcome order by name, outcome`,
    from,
    series,
  );
