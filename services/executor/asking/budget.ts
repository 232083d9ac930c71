import { budgetStream } from "../../../store/models/budget_stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type Ctx } from "../../kernel/context.ts";
import { costLimitOf } from "../../models/budgets/cost_limit.ts";
import { budgetsFor, dayOf } from "../../models/budgets/left.ts";
import { moveRun } from "../../lifecycle/runs.ts";
import { requeueRunning } from "../../lifecycle/requeue.ts";
import type { ExecutorLive } from "../live.ts";
import type { StepContext } from "../flow/step_context.ts";

/**
 * Lets the run wait for the budget of the next day where that of today refused a call of it, and returns whether it does. What
 * it was doing goes back into the queue. A run that has used up what it may cost itself has nothing to wait for.
 */
export async function waitForDay(step: StepContext, round: number, detail: string): Promise<boolean> {
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
      defaultAction: "the run continues with the next day's budget",
    };
    moveRun(ctx, runId, "wait", { waitingFor });
    requeueRunning(ctx, runId);
  });
  return true;
}

/** Returns when the next run that waits for a budget may go on by itself; null where none waits for one. */
export function nextBudgetDay(ctx: Ctx): Date | null {
  const [first] = waitingRuns(ctx).map(({ day }) => day).toSorted();
  return first === undefined ? null : endOf(first);
}

/** Lets runs go on whose day is over, or whose day's budget was raised meanwhile. Returns how many. */
export function wakeForBudget(ctx: Ctx<ExecutorLive>): number {
  const today = dayOf(ctx.now());
  const woken = waitingRuns(ctx).filter(({ day }) => day !== today || !isUsedUp(ctx, day));
  for (const { id, day } of woken) {
    const reason = day === today ? "the daily budget was raised" : `the day ${day} is over`;
    moveRun(ctx, id, "proceed", { reason });
  }
  return woken.length;
}

/** The day of today where its budget has refused a call and the run's own has not; null otherwise. */
function usedUpDay(ctx: Ctx<ExecutorLive>, runId: string): string | null {
  const routeLimit = costLimitOf(ctx.store.documents.get(runStream, runId));
  const refused = budgetsFor(ctx, runId, routeLimit).filter(({ id, limitUsd }) =>
    ctx.store.documents.get(budgetStream, id)?.exceededUsd === limitUsd
  );
  return refused.length === 1 && refused[0]!.scope === "day" ? refused[0]!.id : null;
}

/** Whether the limit that refused a call is still that of today. */
function isUsedUp(ctx: Ctx<ExecutorLive>, day: string): boolean {
  const { perDayUsd } = ctx.providers.settings().budgets;
  const refusedAt = ctx.store.documents.get(budgetStream, day)?.exceededUsd ?? null;
  return perDayUsd !== undefined && refusedAt !== null && perDayUsd <= refusedAt;
}

const waitingRuns = ({ store }: Pick<Ctx, "store">): { id: string; day: string }[] =>
  store.documents.find(runStream, { archivedAt: null, status: "waiting" }, { limit: -1 })
    .flatMap(({ id, waitingFor }) => waitingFor?.kind === "budget" ? [{ id, day: waitingFor.id }] : []);

/** Budgets are counted by days of UTC. */
const endOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00.000Z`) + 24 * 60 * 60 * 1000);
