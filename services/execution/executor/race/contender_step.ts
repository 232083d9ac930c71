import type { RunDocument } from "../../../../store/runs/document.ts";
import type { Race } from "../../../../store/runs/race.ts";
import { Halted } from "../../commands/interrupts.ts";
import { StepContext } from "../../tasks/step_context.ts";

/**
 * What the steps of one contender work with: the run as if it were the only one, with its worker, its tasks and what it has
 * produced. After it is out, every step throws `Halted`.
 */
export class ContenderStep extends StepContext {
  constructor(step: StepContext, override readonly contender: number, signal: AbortSignal = step.signal) {
    super({
      ...step,
      signal,
      session: (id) => {
        const entry = step.session(id);
        return {
          signal: AbortSignal.any([entry.signal, signal]),
          [Symbol.dispose]: () => entry[Symbol.dispose](),
        };
      },
    });
  }

  override run(): RunDocument {
    const { race, ...run } = super.run();
    const of = stateOf(race, this.contender);
    if (race?.over !== undefined || of.lost) throw new Halted();
    const { worker, plannedBy, result, evaluation, bundle, attempts, fixing } = of;
    const { plannedBy: _, result: _1, evaluation: _2, bundle: _3, route: _4, fixing: _5, ...all } = run;
    const { round = this.contender } = of;
    return {
      ...all,
      ...(plannedBy && { plannedBy }),
      ...(result && { result }),
      ...(evaluation && { evaluation }),
      ...(bundle && { bundle }),
      fixing: { from: this.contender, used: 0, ...fixing },
      attempts,
      worker,
      round,
    };
  }

  override sessions() {
    return super.sessions().filter(({ contender }) => contender === this.contender);
  }
}

/** Returns what is recorded of a contender. */
function stateOf(race: Race | undefined, contender: number): Race["contenders"][number] {
  const state = race?.contenders[contender - 1];
  if (!state) throw new Error(`the race has no contender ${contender}`);
  return state;
}
