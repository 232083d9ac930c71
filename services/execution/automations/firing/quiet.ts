import { runStream } from "../../../../store/runs/stream.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import type { Fire } from "../../../../store/automations/events.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { eachApart } from "../../../ground/kernel/each_apart.ts";
import { holdUntil, isQuiet, release } from "../../../control/lifecycle/quiet_wait.ts";
import { waitsFor } from "../../../sessions/task_sessions/waits.ts";
import { quietUntil } from "../../../planning/planner_settings/quiet_hours.ts";
import { settingsOf } from "../../../planning/planner_settings/settings.ts";

/**
 * Makes the run that an automation has just queued wait if it is in quiet hours, in the caller's unit. Requests of a
 * person start at once.
 */
export function keepQuiet(ctx: Ctx, trigger: Fire["trigger"], runId: string): void {
  const end = trigger === "manual" ? null : quietUntil(settingsOf(ctx), ctx.now());
  if (end !== null) holdUntil(ctx, { id: runId }, end);
}

/**
 * Returns when a run that waits for the end of the quiet hours must be checked: now if they have ended, or if their end
 * changed, for example by new settings. Null if none waits.
 */
export function nextEndOfQuiet(ctx: Ctx): Date | null {
  const waiting = quietRuns(ctx);
  if (waiting.length === 0) return null;
  const end = quietUntil(settingsOf(ctx), ctx.now());
  return end !== null && waiting.every((run) => endsAt(run, end)) ? end : ctx.now();
}

/** Queues every run that waited; during quiet hours, records when they end. */
export async function endQuiet(ctx: Ctx): Promise<void> {
  await eachApart(ctx, quietRuns(ctx), ({ id }) => `The run ${id}`, ({ id }) => {
    const run = ctx.store.documents.get(runStream, id);
    if (!run || !isQuiet(run)) return;
    const end = quietUntil(settingsOf(ctx), ctx.now());
    if (end === null) release(ctx, id);
    else if (!endsAt(run, end)) holdUntil(ctx, run, end);
  });
}

const endsAt = ({ waitingFor }: RunDocument, end: Date): boolean =>
  waitingFor?.expiresAt === end.toISOString();

const quietRuns = (ctx: Ctx): RunDocument[] => [...waitsFor(ctx, runStream, "time").filter(isQuiet)];
