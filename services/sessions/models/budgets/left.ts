import type { Core } from "../../../ground/kernel/context.ts";
import { committedUsd, spendOfDay, spendOfRun } from "./spend.ts";
import type { ModelsLive } from "../providers/settings/live.ts";

/** A budget that a call is checked against, and how much of it is used. */
export type CheckedBudget = { scope: "run" | "day"; id: string; limitUsd: number; committedUsd: number };

type Reads = Pick<Core & ModelsLive, "store" | "providers" | "now">;

/** Returns the UTC day on which costs count. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/**
 * Returns the budgets of a run, or of calls outside runs: the run's own, which a route may lower, and the day's. They are
 * configured in `providers.json`.
 */
export function budgetsFor(
  service: Reads,
  runId: string | undefined,
  routeLimitUsd?: number,
): CheckedBudget[] {
  const { perRunUsd, perDayUsd } = service.providers.settings().budgets;
  const runLimits = [perRunUsd, routeLimitUsd].filter((limit) => limit !== undefined);
  const day = dayOf(service.now());
  return [
    ...(runId !== undefined && runLimits.length > 0
      ? [{
        scope: "run" as const,
        id: runId,
        limitUsd: Math.min(...runLimits),
        committedUsd: committedUsd(spendOfRun(service, runId)),
      }]
      : []),
    ...(perDayUsd !== undefined
      ? [{
        scope: "day" as const,
        id: day,
        limitUsd: perDayUsd,
        committedUsd: committedUsd(spendOfDay(service, day)),
      }]
      : []),
  ];
}

/** Returns what a new run could still spend, and the budgets it would be checked against. */
export function budgetLeft(service: Reads, routeLimitUsd?: number) {
  const { perRunUsd, perDayUsd } = service.providers.settings().budgets;
  const day = perDayUsd === undefined
    ? null
    : perDayUsd - committedUsd(spendOfDay(service, dayOf(service.now())));
  const left = [perRunUsd ?? null, routeLimitUsd ?? null, day].filter((each) => each !== null);
  return {
    charged: [
      ...(perRunUsd !== undefined || routeLimitUsd !== undefined ? ["run" as const] : []),
      ...(perDayUsd !== undefined ? ["day" as const] : []),
    ],
    leftUsd: left.length === 0 ? null : Math.max(0, Math.round(Math.min(...left) * 1e9) / 1e9),
  };
}
