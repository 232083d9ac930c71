import { isThrough, type Race } from "../../../../store/runs/race.ts";
import { moveRun } from "../../../control/lifecycle/runs.ts";
import { waitOfTasks } from "../../../control/lifecycle/task_wait.ts";
import { Halted } from "../../commands/interrupts.ts";
import { begin, nextMove } from "../../tasks/startable.ts";
import type { StepContext } from "../../tasks/step_context.ts";
import { compete, mayCompete, tasksOf } from "./compete.ts";
import { endRace, greens } from "./end.ts";

/**
 * Lets the contenders of a race work side by side, each in its own workspaces and verified by its own result, until all have
 * ended or, if the first is wanted, until one has passed. One that waits for a human holds up nobody but itself.
 */
export async function race(step: StepContext): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([step.signal, over.signal]);
  const going = new Map<number, Promise<void>>();
  const stops = new Map<number, AbortController>();
  try {
    while (!isDecided(raceOf(step))) {
      step.base.begin(step);
      const open = openIn(raceOf(step));
      // One whose fix rounds were stopped may be verified at the moment.
      for (const [contender, stop] of stops) if (!open.includes(contender)) stop.abort(new Halted());
      for (const contender of open) {
        if (going.has(contender) || !mayCompete(step, contender)) continue;
        const stop = new AbortController();
        stops.set(contender, stop);
        const ends = AbortSignal.any([signal, stop.signal]);
        begin(step, going, contender, () => compete(step, contender, ends));
      }
      if (going.size === 0) break;
      await nextMove(step, going.values());
    }
    over.abort(new Halted());
  } finally {
    await Promise.allSettled(going.values());
  }
  const now = raceOf(step);
  if (isDecided(now) || openIn(now).length === 0) await endRace(step);
  else await rest(step);
}

function raceOf(step: StepContext): Race {
  const { race } = step.run();
  if (!race) throw new Error(`the run ${step.runId} has no race`);
  return race;
}

/** Whether the others need not end their work. */
const isDecided = (race: Race): boolean => race.pick === "first-green" && greens(race).length > 0;

/** The contenders that are neither out nor through. */
const openIn = ({ contenders }: Race): number[] =>
  contenders.flatMap((each, i) => each.lost || isThrough(each) ? [] : [i + 1]);

/** Makes the run wait for a human when no contender can proceed without one. */
async function rest(step: StepContext): Promise<void> {
  await step.boundary("race:resting");
  await step.advance(step.run().round, (run) => {
    const open = openIn(raceOf(step));
    if (run.status !== "running" || open.some((contender) => mayCompete(step, contender))) return;
    const waitingFor = waitOfTasks(open.flatMap((contender) => tasksOf(step, contender)));
    if (waitingFor) moveRun(step.ctx, run.id, "wait", { waitingFor });
  });
}
