import { Halted } from "../commands/interrupts.ts";
import type { RunPort } from "../commands/ports.ts";

/** How often work is tried in a row while other work of its run goes on: each time it is done anew, which may cost money. */
const MAX_TRIES = 4;

/** Delay after each number of consecutive faults, in milliseconds. */
export const pauseAfter = (faults: number): number => Math.min(250 * 2 ** (faults - 1), 30_000);

/**
 * Does work, and tries it again after a fault while other work of its run goes on: its run can only do so once all of that has
 * ended, which may wait for a person. Rejects with the last fault.
 */
export async function persist(
  { ctx, runId, signal }: Pick<RunPort, "ctx" | "runId" | "signal">,
  hasOthers: () => boolean,
  work: () => Promise<void>,
): Promise<void> {
  for (let faults = 1;; faults++) {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof Halted || signal.aborted || faults === MAX_TRIES || !hasOthers()) throw cause;
      ctx.log.error(`Work of the run ${runId} failed unexpectedly (${faults} in a row)`, cause);
      await ctx.pause(pauseAfter(faults), signal);
    }
  }
}
