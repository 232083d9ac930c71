import { holds, same } from "../command.ts";
import type { Entered } from "./stepping_in.ts";

/** What is shown of a race. */
export type ShownRace = {
  over: string | null;
  picked: { contender: number }[] | null;
  contenders: {
    contender: number;
    state: string;
    files: number | null;
    picked: boolean;
    taskSessionIds: string[];
  }[];
  common: string[];
  disputed: string[];
};

/** What the model knows of the race of a run: all contenders make the same result. */
export class Race {
  /** The contenders whose results were picked; null if none is. */
  picked: readonly number[] | null = null;
  /** Whether a pick, or that one was undone, may have been recorded whose answer was lost. */
  isUnsure = false;
  /** Whether it was compared since its run has ended. */
  isSettled = false;

  /** What a person wrote by hand for a contender, and the task of it that they are in. */
  readonly byHand = new Map<number, string>();
  readonly inside = new Map<number, Entered>();
  /** The contenders of which a restored backup may lack that. */
  readonly unsure = new Set<number>();

  constructor(readonly contenders: number) {}

  /** The same for a run that tries it again. */
  again = (): Race => new Race(this.contenders);

  /** Whether its run waits for a person who picks. */
  isToBePicked(waitingFor: { kind: string } | null): boolean {
    return (this.picked === null || this.isUnsure) && waitingFor?.kind === "input";
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
      if (each.state === "finished") this.#compareFiles(each);
    }
    // A result that is there before its contender is through counts, too.
    const results = shown.contenders.filter(({ files }) => files !== null);
    same(shown.common, results.length > 1 ? [file] : [], "what all results have in common");
    same(shown.disputed, [], "what they differ in");
  }

  /** What a person wrote is a part of its result. */
  #compareFiles({ contender, files }: ShownRace["contenders"][number]): void {
    if (this.unsure.has(contender) && files === 1) this.byHand.delete(contender);
    this.unsure.delete(contender);
    same(files, this.byHand.has(contender) ? 2 : 1, `what contender ${contender} changed`);
  }

  restored(): void {
    for (const contender of this.byHand.keys()) this.unsure.add(contender);
  }
}
