import type { SpendAmounts } from "../../../store/models/budget_stream.ts";
import { amountsOf, NO_SPEND, type SpendRow } from "../../../store/models/spend_rows.ts";
import type { Core } from "../../kernel/context.ts";

/** What calls of models came to. Calls with an unknown cost are counted, never taken as free. */
export type Spend = {
  calls: number;
  failedCalls: number;
  openCalls: number;
  inputTokens: number;
  outputTokens: number;
  /** What is known of the cost. */
  costUsd: number;
  /** Calls with an unknown cost. */
  unknownCalls: number;
  /** What those, and those under way, come to at most, as far as their prices are known. */
  reservedUsd: number;
};

type Reads = Pick<Core, "store">;

/** What a run has spent, over all of its days. */
export const spendOfRun = (service: Reads, runId: string): Spend => spendOf(sumOf(runRows(service, runId)));

/** What has been spent on a day, such as `2026-01-31` (UTC). */
export const spendOfDay = (service: Reads, day: string): Spend => spendOf(sumOf(dayRows(service, day)));

/** The same for each provider, the one with the most calls first. */
export const spendByProvider = (service: Reads, day: string): (Spend & { provider: string })[] =>
  dayRows(service, day).map((row) => ({ provider: row.provider, ...spendOf(amountsOf(row)) })).toSorted((
    a,
    b,
  ) => b.calls - a.calls);

/** The rows of a run, by day and provider. */
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

/** What counts against a budget: the known cost, and the most that the rest can come to. */
export const committedUsd = ({ costUsd, reservedUsd }: Spend): number =>
  Math.round((costUsd + reservedUsd) * 1e9) / 1e9;
