import type { SpendAmounts } from "../../../store/models/budget_stream.ts";
import { amountsOf, NO_SPEND, type SpendRow } from "../../../store/models/spend_rows.ts";
import type { Core } from "../../kernel/context.ts";

/** The total of model calls. Calls with an unknown cost are counted, never treated as free. */
export type Spend = {
  calls: number;
  failedCalls: number;
  openCalls: number;
  inputTokens: number;
  outputTokens: number;
  /** The known cost. */
  costUsd: number;
  /** Calls with an unknown cost. */
  unknownCalls: number;
  /** The maximum cost of those and of open calls, as far as their prices are known. */
  reservedUsd: number;
};

type Reads = Pick<Core, "store">;

/** Returns what a run has spent, over all of its days. */
export const spendOfRun = (service: Reads, runId: string): Spend => spendOf(sumOf(runRows(service, runId)));

/** Returns what was spent on a day, such as `2026-01-31` (UTC). */
export const spendOfDay = (service: Reads, day: string): Spend => spendOf(sumOf(dayRows(service, day)));

/** The same for each provider, the one with the most calls first. */
export const spendByProvider = (service: Reads, day: string): (Spend & { provider: string })[] =>
  dayRows(service, day).map((row) => ({ provider: row.provider, ...spendOf(amountsOf(row)) })).toSorted((
    a,
    b,
  ) => b.calls - a.calls);

/** Returns the rows of a run, by day and provider. */
export const runRows = ({ store }: Reads, runId: string): SpendRow[] =>
  store.projector.tables.all<SpendRow>(
    "select * from {model_spend} where run_id = ? order by day, provider",
    runId,
  );

const dayRows = ({ store }: Reads, day: string): SpendRow[] =>
  store.projector.tables.all<SpendRow>(
    "select * from {model_spend_days} where day = ? order by provider",
    day,
  );

function sumOf(rows: readonly SpendRow[]): SpendAmounts {
  const sum = { ...NO_SPEND };
  for (const row of rows.map(amountsOf)) {
    for (const name of Object.keys(sum) as (keyof SpendAmounts)[]) sum[name] += row[name];
  }
  return sum;
}

const spendOf = (amounts: SpendAmounts): Spend => ({
  calls: amounts.calls,
  failedCalls: amounts.failed,
  openCalls: amounts.openCalls,
  inputTokens: amounts.inputTokens,
  outputTokens: amounts.outputTokens,
  costUsd: amounts.costNanoUsd / 1e9,
  unknownCalls: amounts.unknownCalls,
  reservedUsd: (amounts.unknownNanoUsd + amounts.openNanoUsd) / 1e9,
});

/** Returns what counts against a budget: the known cost, and the maximum of the rest. */
export const committedUsd = ({ costUsd, reservedUsd }: Spend): number =>
  Math.round((costUsd + reservedUsd) * 1e9) / 1e9;
