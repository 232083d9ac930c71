import type { SpendAmounts } from "../../../../store/models/budget_stream.ts";
import { amountsOf, NO_SPEND, type SpendRow } from "../../../../store/models/spend_rows.ts";
import type { Reads } from "../../../ground/kernel/context.ts";
import { keysOf } from "../../../../store/shared/records.ts";

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
  /** Calls of unknown cost whose caller was stopped before their end, and what of the reserve is for them. */
  lostCalls: number;
  lostUsd: number;
};

type Lost = Pick<Spend, "lostCalls" | "lostUsd">;
type OfStore = Pick<Reads, "store">;

/** Returns what a run has spent, over all of its days. */
export const spendOfRun = (service: OfStore, runId: string): Spend =>
  spendOf(sumOf(runRows(service, runId)), lostIn(service, "run_id = ?", runId));

/** Returns what was spent on a day, such as `2026-01-31` (UTC). */
export const spendOfDay = (service: OfStore, day: string): Spend =>
  spendOf(sumOf(dayRows(service, day)), lostIn(service, "day = ?", day));

/** The same for each provider, the one with the most calls first. */
export const spendByProvider = (service: OfStore, day: string): (Spend & { provider: string })[] =>
  dayRows(service, day).map((row) => ({
    provider: row.provider,
    ...spendOf(amountsOf(row), lostIn(service, "day = ? and provider = ?", day, row.provider)),
  })).toSorted((a, b) => b.calls - a.calls);

/** Returns the rows of a run, by day and provider. */
export const runRows = ({ store }: OfStore, runId: string): SpendRow[] =>
  store.projector.tables.all<SpendRow>(
    "select * from {model_spend} where run_id = ? order by day, provider",
    runId,
  );

const dayRows = ({ store }: OfStore, day: string): SpendRow[] =>
  store.projector.tables.all<SpendRow>(
    "select * from {model_spend_days} where day = ? order by provider",
    day,
  );

function sumOf(rows: readonly SpendRow[]): SpendAmounts {
  const sum = { ...NO_SPEND };
  for (const row of rows.map(amountsOf)) {
    for (const name of keysOf(sum)) sum[name] += row[name];
  }
  return sum;
}

/** Returns the calls that were interrupted and whose end has not been recorded since. */
function lostIn({ store }: OfStore, where: string, ...values: string[]): Lost {
  const { calls, nanos } = store.projector.tables.get<{ calls: number; nanos: number }>(
    `select count(*) as calls, coalesce(sum(worst_nano), 0) as nanos from {model_spend_calls}
     where interrupted = 1 and ${where}`,
    ...values,
  )!;
  return { lostCalls: calls, lostUsd: nanos / 1e9 };
}

const spendOf = (amounts: SpendAmounts, lost: Lost): Spend => ({
  calls: amounts.calls,
  failedCalls: amounts.failed,
  openCalls: amounts.openCalls,
  inputTokens: amounts.inputTokens,
  outputTokens: amounts.outputTokens,
  costUsd: amounts.costNanoUsd / 1e9,
  unknownCalls: amounts.unknownCalls,
  reservedUsd: (amounts.unknownNanoUsd + amounts.openNanoUsd) / 1e9,
  ...lost,
});

/** Returns what counts against a budget: the known cost, and the maximum of the rest. */
export const committedUsd = ({ costUsd, reservedUsd }: Spend): number =>
  Math.round((costUsd + reservedUsd) * 1e9) / 1e9;
