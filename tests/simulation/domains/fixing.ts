import type { Random } from "../../recovery/load/random.ts";
import { holds, same } from "../command.ts";
import { type Problem, solutionOf } from "../solver.ts";

/** How many fix rounds there are if nobody says it. */
const DEFAULT_ROUNDS = 2;
const MOST_ROUNDS = 5;
const MOST_FAULTS = 4;

/** What is shown of a round. */
export type ShownAttempt = {
  outcome: string;
  failures: readonly string[];
  current: boolean;
  lost: boolean;
};

/** What a run is asked for whose verifier fails until enough rounds are over. */
export type FixKind = {
  /** How many faults its file has after each round. */
  faults: readonly number[];
  /** How many fix rounds were asked for; undefined for the default. */
  fix: number | undefined;
  onRed: "fail" | undefined;
};

/** What the model knows of the rounds in which a run is fixed. */
export class Fixing {
  /** How many rounds are made at most since a person ended them; null if nobody did. */
  stoppedAt: number | null = null;
  /** How many have been made, as far as that was seen. */
  made = 0;
  /** Whether the last of them is still the current one. */
  isBetween = false;
  /** The rounds whose git objects were lost and that were not done again. */
  readonly #lost = new Set<number>();
  /** Whether it was compared since its run has ended. */
  isSettled = false;

  constructor(readonly problem: Problem, readonly kind: FixKind) {}

  /** The same for a run that tries it again. */
  again = (): Fixing => new Fixing(this.problem, this.kind);

  /** How many rounds there are in all: until it is right, none is left, or one gives the same as an earlier one. */
  get rounds(): number {
    const { faults, fix = DEFAULT_ROUNDS } = this.kind;
    const last = faults.findIndex((count, at) => count === 0 || at === fix || faults.indexOf(count) < at);
    return Math.min(last + 1, this.stoppedAt ?? Infinity);
  }

  /** The round that goes to review: one that passed, or the one with the fewest faults, whose git objects are there. */
  get #best(): number {
    const made = this.kind.faults.slice(0, this.rounds).map((count, at) =>
      this.#lost.has(at) ? Infinity : count
    );
    return made.indexOf(Math.min(...made));
  }

  /** Whether what goes to review fails its verifier. */
  get isRed(): boolean {
    return this.kind.faults[this.#best] !== 0;
  }

  /** Whether its run ends with that. */
  get mayFail(): boolean {
    return this.isRed && this.kind.onRed === "fail";
  }

  /** What its file contains in the result. */
  get left(): string {
    return solutionOf(this.problem, this.#best);
  }

  /** Whether another round is under way, so that a person may end them. */
  get isUnderWay(): boolean {
    return this.made > 0 && this.made < this.rounds && !this.isBetween;
  }

  /** Compares what is found in each round that was made with what the problem says. */
  observe(shown: readonly ShownAttempt[], name: string): void {
    this.isBetween = shown.at(-1)?.current ?? false;
    let [at, mayRepeat] = [-1, false];
    this.#lost.clear();
    for (const { outcome, failures, lost } of shown) {
      // One that was lost is done again; the next one may have begun before.
      if (!mayRepeat || failures.length !== this.kind.faults[at]) at++;
      mayRepeat = lost;
      if (lost) this.#lost.add(at);
      else this.#lost.delete(at);
      const count = this.kind.faults[at]!;
      same(
        outcome,
        count === 0 ? "passed" : "failed",
        `what the verifier says of round ${at + 1} of ${name}`,
      );
      same(failures.length, count, `how many faults round ${at + 1} of ${name} has`);
    }
    this.made = at + 1;
  }

  /** Compares the rounds with those that follow from the problem; `isOver` if its result was offered or ended it. */
  compare(shown: readonly ShownAttempt[], isOver: boolean, name: string): void {
    this.observe(shown, name);
    holds(this.made <= this.rounds, `${name} has ${this.made} rounds, the model says ${this.rounds}`);
    if (!isOver) return;
    if (this.stoppedAt === this.made + 1) this.stoppedAt = this.made;
    same(this.made, this.rounds, `how many rounds ${name} has`);
    const current = shown.find(({ current }) => current);
    same(current?.failures.length, this.kind.faults[this.#best], `the faults of the result of ${name}`);
  }
}

/** How many faults each round has: fewer or more than the one before, until none is left. */
export function randomFix(random: Random): FixKind {
  const faults = Array.from(
    { length: MOST_ROUNDS + 1 },
    (_, at) => at > 0 && random.next() < 0.3 ? 0 : random.between(1, MOST_FAULTS),
  );
  const fix = random.next() < 0.4 ? undefined : random.between(0, MOST_ROUNDS);
  return { faults, fix, onRed: random.next() < 0.3 ? "fail" : undefined };
}
