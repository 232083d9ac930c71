import { changed } from "./changes.ts";
import type { Result } from "./result.ts";
import type { Mutable, RandomMutant } from "./scope.ts";
import type { Reach } from "./some_tests.ts";
import type { TestsOf } from "./tests_of.ts";

/** A mutant with the tests that it is tried with. */
export type Pending = {
  number: number;
  mutant: RandomMutant;
  source: Mutable;
  chosen: Reach[];
  isSwitchable: boolean;
  told: Omit<Result, "scope" | "outcome" | "by" | "why" | "seconds">;
};

/** Chooses the nearest and shortest tests that reach a mutant: as many as take so many seconds without it. */
export function chooseTests(
  mutant: RandomMutant,
  source: Mutable,
  tests: TestsOf,
  seconds: number,
  number: number,
): Pending {
  const reaching = tests.reaching(mutant);
  const chosen: Reach[] = [];
  let sum = 0;
  for (const test of reaching) {
    if (sum + test.seconds > seconds && chosen.length > 0) continue;
    chosen.push(test);
    sum += test.seconds;
  }
  const after = changed(source.text, mutant);
  const lines = { before: lineOf(source.text, mutant.line), after: lineOf(after, mutant.line) };
  const told = { ...mutant, ...lines, ran: chosen.length, reaching: reaching.length };
  const isSwitchable = source.blocks.some(({ start, end }) => start <= mutant.start && mutant.end <= end);
  return { number, mutant, source, chosen, isSwitchable, told };
}

const lineOf = (text: string, line: number): string => text.split("\n")[line - 1]!.trim();
