import type { RunDocument } from "../../../store/runs/document.ts";
import { failRun } from "../../runs/end.ts";
import { type Definition, millisecondsOf } from "../../workflows/language/mod.ts";
import type { StepContext } from "../flow/step_context.ts";

/** Returns when a run has worked as long as its workflow may. What it waits for does not count. */
export function workEnds({ timeout }: Definition, { work }: RunDocument, now: number): number {
  const { milliseconds = 0, since } = work ?? {};
  const begun = since === undefined ? now : Date.parse(since);
  return begun + millisecondsOf(timeout)! - milliseconds;
}

/** Ends a run whose workflow has worked for too long, with all that is going on in it. */
export async function endForTime(step: StepContext, round: number, { timeout }: Definition): Promise<void> {
  await step.advance(round, (run) => {
    const detail = `The workflow worked for longer than its timeout, ${timeout}.`;
    failRun(step.ctx, run, "timeout", detail);
  });
}
