import { runStream } from "../../store/runs/stream.ts";
import type { RunDocument } from "../../store/runs/document.ts";
import type { Fire } from "../../store/automations/events.ts";
import type { Ctx } from "../kernel/context.ts";
import { holdUntil, isQuiet, release } from "../lifecycle/quiet_wait.ts";
import { quietUntil } from "../planner/quiet_hours.ts";
import { settingsOf } from "../planner/settings.ts";

/** Lets the run that an automation has just queued wait where it is quiet now, in the caller's unit. What a person asks for begins. */
export function keepQuiet(ctx: Ctx, trigger: Fire["trigger"], runId: string): void {
  const end = trigger === "manual" ? null : quietUntil(settingsOf(ctx), ctx.now());
  if (end !== null) holdUntil(ctx, { id: runId }, end);
}

/**
 * Returns when a run that waits for the end of the quiet hours is to be looked at: now where they have ended or end at another
 * time than it says, such as after a change of the settings. Null where none waits.
 */
export function nextEndOfQuiet(ctx: Ctx): Date | null {
  const waiting = quietRuns(ctx);
  if (waiting.length === 0) return null;
  const end = quietUntil(settingsOf(ctx), ctx.now());
  return end !== null && waiting.every((run) => endsAt(run, end)) ? end : ctx.now();
}

/** Gives every run that waited its place in the queue, the oldest first; where it is still quiet, says until when. */
export function endQuiet(ctx: Ctx): void {
  const end = quietUntil(settingsOf(ctx), ctx.now());
  for (const run of quietRuns(ctx)) {
    if (end === null) release(ctx, run.id);
    else if (!endsAt(run, end)) holdUntil(ctx, run, end);
  }
}

const endsAt = ({ waitingFor }: RunDocument, end: Date): boolean =>
  waitingFor?.expiresAt === end.toISOString();

const quietRuns = ({ store }: Pick<Ctx, "store">): RunDocument[] =>
  store.documents.find(runStream, { archivedAt: null, status: "waiting" }, { limit: -1 }).filter(isQuiet);
