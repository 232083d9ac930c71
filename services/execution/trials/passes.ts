import { stripVTControlCharacters } from "node:util";

/** How test runners say that something passed. */
const PASS = /✓|✔|√|\bok\b|\bpass(?:ed|es|ing)?\b|\bsuccess(?:ful)?\b/i;

/** A time differs from run to run, and a share, as of covered lines, from result to result. */
const MEASURED = /[[(]?\b\d+(?:\.\d+)?\s?(?:(?:ms|µs|ns|s|m|seconds?|minutes?)\b|%)[\])]?/g;

/** A line that counts. What else it says, such as how many warnings there were, is no test. */
const COUNT = /\b(\d+) (?:tests? )?pass(?:ed|ing)\b/i;

const MAX_LENGTH = 200;

/**
 * Returns the lines in which a verifier says that tests passed, without what is measured. Those of hidden tests name what a worker
 * cannot know, so that a result which only ends the verifier early does not print them.
 */
export function passesOf(output: string): Set<string> {
  const lines = stripVTControlCharacters(output).split(/\r?\n/);
  return new Set(
    lines.filter((line) => line.length <= MAX_LENGTH && PASS.test(line))
      .map((line) => COUNT.exec(line)?.[0] ?? line.replace(MEASURED, "").replace(/\s+/g, " ").trim()),
  );
}

/** Returns those lines of a known result that the output of another one lacks, which may count more tests. */
export function missingPasses(known: readonly string[], output: string): string[] {
  const printed = [...passesOf(output)];
  return [...passesOf(known.join("\n"))].filter((line) =>
    !printed.some((each) => each === line || countOf(each) >= countOf(line))
  );
}

/** NaN if a line counts nothing. */
const countOf = (line: string): number => Number(COUNT.exec(line)?.[1]);
