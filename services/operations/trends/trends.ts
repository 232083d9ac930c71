import { trendsByDay, trendsByName } from "../../../store/runs/trends.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { spendOfDay } from "../../sessions/models/budgets/spend.ts";
import type { TrendName, Trends } from "./schemas.ts";
import { DAY } from "../../../store/shared/durations.ts";

/** How many workers and repositories are named, those with the most runs first. */
const MAX_NAMES = 20;

/** The last days, today among them: how runs ended, what waited for a person, how long verifying took, what was spent. */
export function trends(ctx: Ctx, { days }: { days: number }): Trends {
  const { tables } = ctx.store.projector;
  const today = Math.floor(ctx.now().getTime() / DAY);
  const dates = Array.from(
    { length: days },
    (_, i) => new Date((today - days + 1 + i) * DAY).toISOString().slice(0, 10),
  );
  const from = dates[0]!;
  const rows = Map.groupBy(trendsByDay(tables, from), ({ day }) => day);
  return {
    days: dates.map((day) => {
      const ofDay = rows.get(day) ?? [];
      const sum = (series: string, field: "n" | "amount", outcome?: string) =>
        ofDay.filter((row) => row.series === series && (outcome === undefined || row.outcome === outcome))
          .reduce((before, row) => before + row[field], 0);
      const { calls, unknownCalls, costUsd, inputTokens, outputTokens } = spendOfDay(ctx, day);
      return {
        day,
        completed: sum("ended", "n", "completed"),
        failed: sum("ended", "n", "failed"),
        rejected: sum("ended", "n", "rejected"),
        cancelled: sum("ended", "n", "cancelled"),
        waits: sum("waited", "n"),
        waitedMilliseconds: sum("waited", "amount"),
        verifications: sum("verified", "n"),
        verifierMilliseconds: sum("verified", "amount"),
        calls,
        unknownCalls,
        costUsd,
        tokens: inputTokens + outputTokens,
      };
    }),
    workers: byName(trendsByName(tables, from, "worker")),
    repositories: byName(trendsByName(tables, from, "repository")),
  };
}

function byName(rows: readonly { name: string; outcome: string; n: number }[]): TrendName[] {
  const names = [...Map.groupBy(rows, ({ name }) => name)].map(([name, outcomes]) => {
    const of = (outcome: string) => outcomes.find((row) => row.outcome === outcome)?.n ?? 0;
    return {
      name,
      completed: of("completed"),
      failed: of("failed"),
      rejected: of("rejected"),
      cancelled: of("cancelled"),
      reworked: of("reworked"),
    };
  });
  return names.toSorted((a, b) => endedOf(b) - endedOf(a)).slice(0, MAX_NAMES);
}

const endedOf = ({ completed, failed, rejected, cancelled }: TrendName) =>
  completed + failed + rejected + cancelled;
