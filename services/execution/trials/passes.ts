import { stripVTControlCharacters } from "node:util";

/** How test runners say that something passed. */
const PASS = /✓|✔|√|\bok\b|\bpass(?:ed|es|ing)?\b|\bsuccess(?:ful)?\b/i;

/** A time differs from run to run. */
const TIME = /[[(]?\b\d+(?:\.\d+)?\s?(?:ms|µs|ns|s|m|seconds?|minutes?)\b[\])]?/g;

const MAX_LENGTH = 200;

/**
 * Returns the lines in which a verifier says that tests passed, without times. Those of hidden tests name what a worker cannot know,
 * so that a result which only ends the verifier early does not print them.
 */
export function passesOf(output: string): Set<string> {
  const lines = stripVTControlCharacters(output).split(/\r?\n/);
  return new Set(
    lines.filter((line) => line.length <= MAX_LENGTH && PASS.test(line))
      .map((line) => line.replace(TIME, "").replace(/\s+/g, " ").trim()),
  );
}
