import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { contextFor } from "../kernel/context.ts";
import { moveRun } from "../lifecycle/runs.ts";
import { requeueRunning } from "../lifecycle/requeue.ts";
import { refusedKeyOf } from "../models/clients/mod.ts";
import { findProvider, hasRefusedLogin, keyFault } from "../models/providers/mod.ts";
import type { RunPort } from "../commands/ports.ts";
import { waitOfProvider } from "./provider.ts";

/**
 * Makes the run wait for a person where the agent of the task refused to work without a login, or where the newest call of one
 * of the run's models was refused for its key, and a check of the provider confirms that; returns whether it does. What it was
 * doing returns to the queue, and continues with a key or a login that works.
 */
export async function waitForKey(
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
