import type { RunDocument } from "../../store/runs/document.ts";
import { failRun } from "../runs/end.ts";
import { type Definition, millisecondsOf } from "../workflows/language/mod.ts";
import type { RunPort } from "../commands/ports.ts";

/** Returns when a run will have used its workflow's time limit. Time spent waiting does not count. */
export function workEnds({ timeout }: Definition, { work }: RunDocument, now: number): number {
  const { milliseconds = 0, since } = work ?? {};
  const begun = since === undefined ? now : Date.parse(since);
  return begun + millisecondsOf(timeout)! - milliseconds;
}

/** Ends a run whose workflow has exceeded its time limit, with everything it runs. */
export async function endForTime(step: RunPort, round: number, { timeout }: Definition): Promise<void> {
  await step.advance(round, (run) => {
    const detail = `The workflow worked for longer than its timeout, ${timeout}.`;
    failRun(step.ctx, run, "timeout", detail);
  });
}
