import { stripVTControlCharacters } from "node:util";

/** How many names are kept of one output, and how long each may be. */
const MAX_FAILURES = 100;
const MAX_LENGTH = 200;

/** How test runners and compilers name failures; the first group is the name. */
const NAMES: readonly RegExp[] = [
  /^\s*not ok \d+ (?:- )?(.+)$/, // TAP
  /^(?:FAILED|ERROR) (\S+?)(?: - .*)?$/, // pytest
  /^\s*--- FAIL: (\S+)/, // Go
  /^test (\S+) \.\.\. FAILED/, // Rust
  /^(.+?) \.\.\. FAILED\b/, // Deno
  /^\s*[✕✗✖×] (.+)$/, // Jest, Vitest, Mocha
  /^\s*● (.+ › .+)$/, // Jest
  /^\s*FAIL:? (\S+)/, // Jest, unittest, automake
  /^(\S+?(?:\(\d+,\d+\)|:\d+(?::\d+)?): (?:fatal )?error\b.*)$/i, // TypeScript, gcc, clang
];

const PLACE = /(?:\(\d+,\d+\)|:\d+(?::\d+)?)(?=:)/;
const TIME = /\s*[([]?\d+(?:\.\d+)?\s?(?:ms|s|m)[)\]]?$/;

/**
 * Returns the failures that a verifier's output names, without times and line numbers, so that two outputs can be
 * compared. Empty if it names none in a known form.
 */
export function failuresOf(output: string): string[] {
  const found = new Set<string>();
  for (const line of stripVTControlCharacters(output).split(/\r?\n/)) {
    const name = NAMES.map((pattern) => pattern.exec(line)?.[1]).find((each) => each !== undefined);
    if (name === undefined) continue;
    found.add(name.replace(PLACE, "").replace(TIME, "").trim().slice(0, MAX_LENGTH));
    if (found.size === MAX_FAILURES) break;
  }
  return [...found];
}
