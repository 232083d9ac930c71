import type { OfferedWork } from "./offer.ts";
import type { WaitingMachine } from "./waiting.ts";

type Warmth = Pick<OfferedWork, "repositoryId" | "baseTree" | "setup">;

/** Which of several machines is given work: what each has done in this start of the control plane decides. */
export class Preference {
  /** By machine, the bases and setups that it has prepared. */
  readonly #prepared = new Map<string, Set<string>>();
  /** By machine, how many were done before its last one. */
  readonly #doneAt = new Map<string, number>();
  #done = 0;

  /** Notes that a machine has delivered a piece of work. */
  noteDone(machineId: string, work: Warmth): void {
    const prepared = this.#prepared.get(machineId) ?? new Set();
    this.#prepared.set(machineId, prepared.add(preparationOf(work)));
    this.#doneAt.set(machineId, ++this.#done);
  }

  /**
   * Returns how to compare machines, the preferred first: one that has the base and the setup, then one that has objects of the
   * repository, then the least loaded, then the one that has been idle for the longest time.
   */
  order(work: Warmth, load: (machineId: string) => number): (a: WaitingMachine, b: WaitingMachine) => number {
    const ranks = ({ machineId, warm }: WaitingMachine): number[] => [
      !warm.includes(work.repositoryId) ? 2 : this.#prepared.get(machineId)?.has(preparationOf(work)) ? 0 : 1,
      load(machineId),
      this.#doneAt.get(machineId) ?? 0,
    ];
    return (a, b) => {
      const [one, other] = [ranks(a), ranks(b)];
      return one.map((rank, i) => rank - other[i]!).find((difference) => difference !== 0) ?? 0;
    };
  }
}

const preparationOf = ({ repositoryId, baseTree, setup }: Warmth): string =>
  JSON.stringify([repositoryId, baseTree, setup]);
