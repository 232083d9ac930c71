import { isTerminal, type RunDocument } from "../../../store/runs/document.ts";
import { cancelRun } from "../../control/runs/end.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { contextFor } from "../../ground/kernel/context.ts";
import { nextEvents } from "../commands/next_events.ts";
import type { TrialService } from "./bench.ts";

/** A run that has ended, and why the trial cancelled it, if it did. */
export type EndedRun = { run: RunDocument; cancelled: "late" | "asked" | "held" | null };

/** What a worker itself waits for; the rest is for lack of a model, a machine or money. */
const ASKING = ["approval", "input"];

/**
 * Returns the run once it has ended. One that waits for somebody, or was worked on for too long, is cancelled: nobody answers in a
 * trial. Neither the queue nor a service that was off takes anything from its time.
 */
export async function runEnd(
  service: TrialService,
  runId: string,
  minutes: number,
  signal: AbortSignal,
): Promise<EndedRun> {
  const ctx = contextFor(service, "system");
  let isLate = false;
  let cancelled: EndedRun["cancelled"] = null;
  for (;;) {
    signal.throwIfAborted();
    const run = requireRun(ctx, runId);
    if (isTerminal(run.status)) return { run, cancelled };
    const left = minutes * 60_000 - workedOn(ctx, run);
    isLate ||= left <= 0;
    const waits = run.status === "waiting" || run.status === "paused";
    if (waits || isLate) {
      const why = isLate
        ? `It took longer than ${minutes} minutes.`
        : `It waited for someone: ${run.waitingFor?.detail ?? "it was paused"}`;
      cancelled = isLate ? "late" : ASKING.includes(run.waitingFor?.kind ?? "") ? "asked" : "held";
      await ctx.store.commit(() => cancelRun(ctx, run, why));
      await ctx.execution.halt(runId);
      continue;
    }
    const moved = new AbortController();
    const ends = AbortSignal.any([signal, moved.signal]);
    const late = run.status !== "running"
      ? []
      : [ctx.pause(left, ends).then(() => void (isLate = true), () => {})];
    await Promise.race([nextEvents(ctx.store, ends), ...late]);
    moved.abort();
  }
}

/** Returns how long a run was worked on. What an earlier process began counts once this one has gone on with it. */
function workedOn(
  { now, holder }: Pick<TrialService, "now" | "holder">,
  { work, lease }: Pick<RunDocument, "work" | "lease">,
): number {
  const { milliseconds = 0, since } = work ?? {};
  const isHere = since !== undefined && lease?.holder === holder;
  return milliseconds + (isHere ? now().getTime() - Date.parse(since) : 0);
}
