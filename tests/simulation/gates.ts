type Held = { runId: string; isInside: boolean; isResting: boolean; open: () => void };

/** Where a run is held before a program of a connector answers, in the middle of a step. */
export const INSIDE = "program:before";

/** What the points begin with that a run reaches when it calls a connector. */
const CONNECTOR = "connector";

/** Where a run is held that is about to wait. It may wait already, for an answer to a question of its own. */
const RESTING = ":resting";

/** Holds every run before each of its steps, and where it is about to wait, until the simulation lets it go on. */
export class Gates {
  readonly #held = new Map<string, Held>();
  #arrived = Promise.withResolvers<void>();
  #points = 0;
  /** The run whose connector was called last. */
  #calling: string | undefined;
  #crashIn: number | null = null;
  /** True while runs go on by themselves. */
  isOpen = false;
  /** Set when the point at which the service is to be killed is reached; the run never goes on from there. */
  isAtCrash = false;
  /** A run that is not held. */
  through: string | null = null;
  /** How often a run was let go on. */
  opened = 0;

  /** `running` returns the ids of all runs that are executed, and `resting` of those that wait, each in a fixed order. */
  constructor(readonly running: () => readonly string[], readonly resting: () => readonly string[]) {}

  readonly boundary = (point: string, runId?: string): void | Promise<void> => {
    this.#points++;
    if (this.#crashIn !== null && --this.#crashIn <= 0) {
      this.isAtCrash = true;
      return this.#hold("");
    }
    if (runId !== undefined && point.startsWith(CONNECTOR)) this.#calling = runId;
    const [isInside, isResting] = [point === INSIDE, point.endsWith(RESTING)];
    if (this.isOpen || (!point.endsWith(":before") && !isResting)) return;
    const reached = isInside ? this.#calling : runId;
    if (reached !== undefined && reached !== this.through) {
      return this.#hold(reached, { isInside, isResting });
    }
  };

  /** The runs that are held; first the one that is inside a step, which has the only slot. */
  get held(): readonly string[] {
    return [...this.#held.values()].toSorted((one, other) => Number(other.isInside) - Number(one.isInside))
      .map(({ runId }) => runId);
  }

  /** Whether a run is held inside a step. */
  get isInside(): boolean {
    return [...this.#held.values()].some(({ isInside }) => isInside);
  }

  /** Resolves once a run is held. */
  get arrived(): Promise<void> {
    return this.#held.size > 0 ? Promise.resolve() : this.#arrived.promise;
  }

  isHeld = (runId: string): boolean => this.#held.has(runId);

  /** Lets a run go on. */
  open(runId: string): void {
    const held = this.#held.get(runId);
    if (!held) return;
    this.opened++;
    this.#held.delete(runId);
    held.open();
  }

  /** Lets those go on that are no longer executed. */
  openEnded(): void {
    const running = this.running();
    const resting = this.resting();
    for (const [id, { isResting }] of this.#held) {
      if (id !== "" && !running.includes(id) && !(isResting && resting.includes(id))) this.open(id);
    }
  }

  /** Lets everything go on, from now on too. */
  openAll(): void {
    this.isOpen = true;
    this.#crashIn = null;
    for (const id of [...this.#held.keys()]) this.open(id);
  }

  /** The service is to be killed at so many points from now. */
  crashIn(points: number): void {
    this.#crashIn = points;
  }

  #hold(runId: string, { isInside = false, isResting = false } = {}): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    // Several nodes of a workflow, and contenders of a race, reach points at once.
    const before = this.#held.get(runId);
    const open = () => {
      before?.open();
      resolve();
    };
    this.#held.set(runId, {
      runId,
      isInside: isInside || before?.isInside === true,
      isResting: isResting || before?.isResting === true,
      open,
    });
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
    return promise;
  }
}
