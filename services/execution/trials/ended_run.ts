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

/** Returns the run once it has ended. One that waits for somebody or takes too long is cancelled: nobody answers in a trial. */
export async function runEnd(
  service: TrialService,
  runId: string,
  minutes: number,
  signal: AbortSignal,
): Promise<EndedRun> {
  const ctx = contextFor(service, "system");
  const over = new AbortController();
  const started = requireRun(ctx, runId).createdAt;
  const left = Date.parse(started) + minutes * 60_000 - ctx.now().getTime();
  let isLate = left <= 0;
  let cancelled: EndedRun["cancelled"] = null;
  const late = ctx.pause(Math.max(0, left), AbortSignal.any([signal, over.signal]))
    .then(() => void (isLate = true), () => {});
  try {
    for (;;) {
      signal.throwIfAborted();
      const run = requireRun(ctx, runId);
      if (isTerminal(run.status)) return { run, cancelled };
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
      await Promise.race([nextEvents(ctx.store, signal), late]);
    }
  } finally {
    over.abort();
  }
}
