import { holds, same } from "../command.ts";

/** What is shown of a race. */
export type ShownRace = {
  over: string | null;
  picked: { contender: number }[] | null;
  contenders: { contender: number; state: string; files: number | null; picked: boolean }[];
  common: string[];
  disputed: string[];
};

/** What the model knows of the race of a run: all contenders make the same result. */
export class Race {
  /** The contenders whose results were picked; null if none is. */
  picked: readonly number[] | null = null;
  /** Whether a pick may have been recorded whose answer was lost. */
  isUnsure = false;
  /** Whether it was compared since its run has ended. */
  isSettled = false;

  constructor(readonly contenders: number) {}

  /** The same for a run that tries it again. */
  again = (): Race => new Race(this.contenders);

  /** Whether its run waits for a person who picks. */
  isToBePicked(waitingFor: { kind: string } | null): boolean {
    return this.picked === null && waitingFor?.kind === "input";
  }

  compare(shown: ShownRace, file: string): void {
    const picked = shown.picked?.map(({ contender }) => contender) ?? null;
    if (this.isUnsure) this.picked = picked;
    this.isUnsure = false;
    same(picked, this.picked, "which results are picked");
    same(shown.contenders.length, this.contenders, "how many contenders there are");
    for (const each of shown.contenders) {
      same(each.picked, picked?.includes(each.contender) ?? false, `whether ${each.contender} is picked`);
      holds(picked === null || shown.over !== null, "a result is picked, and the race goes on");
      const isDone = each.state === "finished" || each.state === "out";
      holds(
        shown.over === null || isDone,
        `the race is over, and contender ${each.contender} is ${each.state}`,
      );
      holds(
        !each.picked || each.state === "finished",
        `contender ${each.contender} is picked, and ${each.state}`,
      );
      if (each.state === "finished") same(each.files, 1, `what contender ${each.contender} changed`);
    }
    // A result that is there before its contender is through counts, too.
    const results = shown.contenders.filter(({ files }) => files !== null);
    same(shown.common, results.length > 1 ? [file] : [], "what all results have in common");
    same(shown.disputed, [], "what they differ in");
  }
}
