import { budgetStream } from "../../store/models/budget_stream.ts";
import { runStream } from "../../store/runs/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { costLimitOf } from "../models/budgets/cost_limit.ts";
import { budgetsFor, dayOf } from "../models/budgets/left.ts";
import { moveRun } from "../lifecycle/runs.ts";
import { requeueRunning } from "../lifecycle/requeue.ts";
import type { ExecutorLive } from "../commands/live.ts";
import type { RunPort } from "../commands/ports.ts";

/**
 * Makes the run wait for the next day's budget where today's budget refused one of its calls, and returns whether it does.
 * What it was doing returns to the queue. A run that has spent its own budget does not wait.
 */
export async function waitForDay(step: RunPort, round: number, detail: string): Promise<boolean> {
  const { ctx, runId } = step;
  const day = usedUpDay(ctx, runId);
  if (day === null) return false;
  await step.advance(round, () => {
    const waitingFor = {
      kind: "budget" as const,
      id: day,
      since: ctx.now().toISOString(),
      detail,
      expiresAt: endOf(day).toISOString(),
      defaultAction: "the run tries again with the next day's budget",
    };
    moveRun(ctx, runId, "wait", { waitingFor });
    requeueRunning(ctx, runId);
  });
  return true;
}

/** Returns when the next run that waits for a budget may resume; null where none waits. */
export function nextBudgetDay(ctx: Ctx): Date | null {
  const [first] = waitingRuns(ctx).map(({ day }) => day).toSorted();
  return first === undefined ? null : endOf(first);
}

/** Resumes up to `most` runs whose day is over or whose daily budget was raised. Returns how many. */
export function wakeForBudget(ctx: Ctx<ExecutorLive>, most: number): number {
  const today = dayOf(ctx.now());
  const woken = waitingRuns(ctx).filter(({ day }) => day !== today || !isUsedUp(ctx, day)).slice(0, most);
  return woken.filter(({ id, day }) => {
    const reason = day === today ? "the daily budget was raised" : `${day} is over`;
    return moveRun(ctx, id, "proceed", { reason });
  }).length;
}

/** Returns today's date where the daily budget refused a call and the run's own budget did not; null otherwise. */
function usedUpDay(ctx: Ctx<ExecutorLive>, runId: string): string | null {
  const routeLimit = costLimitOf(ctx.store.documents.get(runStream, runId));
  const refused = budgetsFor(ctx, runId, routeLimit).filter(({ id, limitUsd }) =>
    ctx.store.documents.get(budgetStream, id)?.exceededUsd === limitUsd
  );
  return refused.length === 1 && refused[0]!.scope === "day" ? refused[0]!.id : null;
}

/** Whether the limit that refused a call is still today's limit. */
function isUsedUp(ctx: Ctx<ExecutorLive>, day: string): boolean {
  const { perDayUsd } = ctx.providers.settings().budgets;
  const refusedAt = ctx.store.documents.get(budgetStream, day)?.exceededUsd ?? null;
  return perDayUsd !== undefined && refusedAt !== null && perDayUsd <= refusedAt;
}

const waitingRuns = ({ store }: Pick<Ctx, "store">): { id: string; day: string }[] =>
  store.documents.find(runStream, { archivedAt: null, status: "waiting" }, { limit: -1 })
    .flatMap(({ id, waitingFor }) => waitingFor?.kind === "budget" ? [{ id, day: waitingFor.id }] : []);

/** Budgets count UTC days. */
const endOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00.000Z`) + 24 * 60 * 60 * 1000);
