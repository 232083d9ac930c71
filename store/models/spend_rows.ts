import type { DocumentReader } from "../documents.ts";
import type { Tables } from "../view.ts";
import type { SpendAmounts } from "./budget_stream.ts";

/** A row of `model_spend` or `model_spend_days`, under its columns' names. */
export type SpendRow = {
  day: string;
  provider: string;
  calls: number;
  failed: number;
  input_tokens: number;
  output_tokens: number;
  cost_nano: number;
  unknown_calls: number;
  unknown_nano: number;
  open_calls: number;
  open_nano: number;
};

/** All amounts zero. */
export const NO_SPEND: SpendAmounts = {
  calls: 0,
  failed: 0,
  inputTokens: 0,
  outputTokens: 0,
  costNanoUsd: 0,
  unknownCalls: 0,
  unknownNanoUsd: 0,
  openCalls: 0,
  openNanoUsd: 0,
};

/** The same amounts, negated. */
export const negative = (amounts: Partial<SpendAmounts>): Partial<SpendAmounts> =>
  Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, -value]));

/** The key of an amount; the run is empty for calls that belong to no run. */
type SpendPlace = { run_id: string; day: string; provider: string };

/** Adds to the run's row and to the day's. */
export function add(
  tables: Tables,
  { run_id, day, provider }: SpendPlace,
  amounts: Partial<SpendAmounts>,
): void {
  const values = Object.values({ ...NO_SPEND, ...amounts });
  const marks = values.map(() => "?").join(", ");
  const sums = COLUMNS.map((column) => `${column} = ${column} + excluded.${column}`).join(", ");
  tables.run(
    `insert into {model_spend} values (?, ?, ?, ${marks}) on conflict (run_id, day, provider) do update set ${sums}`,
    run_id,
    day,
    provider,
    ...values,
  );
  tables.run(
    `insert into {model_spend_days} values (?, ?, ${marks}) on conflict (day, provider) do update set ${sums}`,
    day,
    provider,
    ...values,
  );
}

const COLUMNS: readonly (keyof SpendRow)[] = [
  "calls",
  "failed",
  "input_tokens",
  "output_tokens",
  "cost_nano",
  "unknown_calls",
  "unknown_nano",
  "open_calls",
  "open_nano",
];

/** The amounts of a row. */
export const amountsOf = (row: SpendRow): SpendAmounts => ({
  calls: row.calls,
  failed: row.failed,
  inputTokens: row.input_tokens,
  outputTokens: row.output_tokens,
  costNanoUsd: row.cost_nano,
  unknownCalls: row.unknown_calls,
  unknownNanoUsd: row.unknown_nano,
  openCalls: row.open_calls,
  openNanoUsd: row.open_nano,
});

/** Returns the known costs of the model calls of runs, in dollars, by their ids; runs without calls have none. */
export const knownCosts = ({ tables }: DocumentReader, runIds: readonly string[]): Map<string, number> =>
  new Map(
    tables.all<{ run_id: string; nano: number }>(
      `select run_id, sum(cost_nano) as nano from {model_spend}
       where run_id in (select value from json_each(?)) group by run_id`,
      JSON.stringify(runIds),
    ).map(({ run_id, nano }) => [run_id, nano / 1e9]),
  );
