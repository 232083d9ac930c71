import { budgetStream } from "../../../store/models/budget_stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { contextFor, type Ctx } from "../../ground/kernel/context.ts";
import { costLimitOf } from "../../sessions/models/budgets/cost_limit.ts";
import { budgetsFor, dayOf } from "../../sessions/models/budgets/left.ts";
import { refusedDayOf } from "../../sessions/models/budgets/refused_day.ts";
import { waitsFor } from "../../sessions/task_sessions/waits.ts";
import { moveRun } from "../../control/lifecycle/runs.ts";
import { requeueRunning } from "../../control/lifecycle/requeue.ts";
import type { ExecutorLive } from "../commands/live.ts";
import type { RunFailure } from "../commands/interrupts.ts";
import type { RunPort } from "../commands/ports.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { refusedKeyOf } from "../../sessions/models/clients/mod.ts";
import { findProvider, hasRefusedLogin, keyFault } from "../../sessions/models/providers/mod.ts";
import type { WaitingFor } from "../../../store/runs/document.ts";

/**
 * Makes the run wait for the next day's budget where today's budget refused one of its calls, and returns whether it does.
 * What it was doing returns to the queue. A run that has spent its own budget does not wait.
 */
async function waitForDay(
  step: RunPort,
  round: number,
  detail: string,
  taskSessionId?: string,
): Promise<boolean> {
  const { ctx, runId } = step;
  const day = usedUpDay(ctx, runId, taskSessionId);
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

/**
 * Makes the run wait where a failure may be over later: for the next day's budget, or for a key or login that works. Returns
 * whether it does.
 */
export async function waitItOut(
  step: RunPort,
  round: number,
  { reason, detail }: RunFailure,
  taskSessionId?: string,
): Promise<boolean> {
  if (reason === "budget_exceeded") return await waitForDay(step, round, detail, taskSessionId);
  return reason === "provider_unavailable" && await waitForKey(step, round, detail, taskSessionId);
}

/** Returns when the next run that waits for a budget may resume; null where none waits. */
export function nextBudgetDay(ctx: Ctx): Date | null {
  const [first] = waitsFor(ctx, runStream, "budget");
  return first ? endOf(first.waitingFor!.id) : null;
}

/** Resumes up to `most` runs whose day is over or whose daily budget was raised. Returns how many. */
export function wakeForBudget(ctx: Ctx<ExecutorLive>, most: number): number {
  const today = dayOf(ctx.now());
  const waiting = waitsFor(ctx, runStream, "budget").map((run) => ({ id: run.id, day: run.waitingFor!.id }));
  const woken = [...waiting.filter(({ day }) => day !== today || !isUsedUp(ctx, day)).take(most)];
  return woken.filter(({ id, day }) => {
    const reason = day === today ? "the daily budget was raised" : `${day} is over`;
    return moveRun(ctx, id, "proceed", { reason });
  }).length;
}

/** Returns the day whose budget refused a call, where the run's own budget did not; null otherwise. */
function usedUpDay(ctx: Ctx<ExecutorLive>, runId: string, taskSessionId?: string): string | null {
  const routeLimit = costLimitOf(ctx.store.documents.get(runStream, runId));
  const refused = budgetsFor(ctx, runId, routeLimit).filter(({ id, limitUsd }) =>
    ctx.store.documents.get(budgetStream, id)?.exceededUsd === limitUsd
  );
  if (refused.some(({ scope }) => scope === "run")) return null;
  // Meanwhile the day may have ended, or its budget been raised.
  return refused[0]?.id ?? refusedDayOf(ctx, { runId, taskSessionId });
}

/** Whether the limit that refused a call is still today's limit. */
function isUsedUp(ctx: Ctx<ExecutorLive>, day: string): boolean {
  const { perDayUsd } = ctx.providers.settings().budgets;
  const refusedAt = ctx.store.documents.get(budgetStream, day)?.exceededUsd ?? null;
  return perDayUsd !== undefined && refusedAt !== null && perDayUsd <= refusedAt;
}

/** Budgets count UTC days. */
const endOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00.000Z`) + 24 * 60 * 60 * 1000);

/**
 * Makes the run wait for a person where the agent of the task refused to work without a login, or where the newest call of one
 * of the run's models was refused for its key, and a check of the provider confirms that; returns whether it does. What it was
 * doing returns to the queue, and continues with a key or a login that works.
 */
async function waitForKey(
  step: RunPort,
  round: number,
  detail: string,
  taskSessionId?: string,
): Promise<boolean> {
  const { ctx, runId } = step;
  const id = refusedLoginOf(step, taskSessionId) ?? await confirmedKeyOf(step);
  if (id === null) return false;
  const now = ctx.now();
  await step.advance(round, () => {
    moveRun(ctx, runId, "wait", { waitingFor: waitOfProvider("auth", id, { now, detail }) });
    requeueRunning(ctx, runId);
  });
  return true;
}

/** Returns the agent of a task if it refused to work without a login. */
function refusedLoginOf({ ctx }: RunPort, taskSessionId = ""): string | null {
  const { provider } = ctx.store.documents.get(taskSessionStream, taskSessionId) ?? {};
  return provider !== undefined && hasRefusedLogin(ctx, provider) ? provider : null;
}

/** The check is what the end of the wait is measured by: without it the run would continue at once with the same key. */
async function confirmedKeyOf({ ctx, runId }: RunPort): Promise<string | null> {
  const id = refusedKeyOf(ctx, runId);
  const provider = id === null ? null : findProvider(ctx, id);
  if (!provider) return null;
  await ctx.providerMonitor.check(contextFor(ctx, "system"), provider, "demand");
  return keyFault(ctx, provider) === null ? null : provider.id;
}

/** How long a run waits for a provider. */
const PATIENCE_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Returns what a run waits for that no worker can continue: a key that works, or any other change of its provider. */
export const waitOfProvider = (
  kind: "auth" | "dependency",
  id: string,
  { now, detail }: { now: Date; detail: string },
): WaitingFor => ({
  kind,
  id,
  since: now.toISOString(),
  detail,
  expiresAt: new Date(now.getTime() + PATIENCE_MILLISECONDS).toISOString(),
  defaultAction: "the run fails, because no worker was available",
});
