import { stripVTControlCharacters } from "node:util";

/** How many names are kept of one output, how long each may be, and how much of a line is read. */
const MAX_FAILURES = 100;
const MAX_LENGTH = 200;
const MAX_LINE = 2000;

const PLACE = /(?:\(\d+,\d+\)|:\d+(?::\d+)?)(?=:)/;
const TIME = /\s+[([]?\d+(?:\.\d+)?\s?(?:ms|s|m)[)\]]?$/;

/** How test runners and compilers name failures: the first group is the name, without what differs from run to run. */
const FORMS: readonly { line: RegExp; without?: RegExp }[] = [
  { line: /^\s*not ok \d+ (?:- )?(.+)$/, without: TIME }, // TAP
  { line: /^\s*--- FAIL: (\S+)/ }, // Go
  { line: /^(\S+\.go:\d+:\d+: .+)$/, without: PLACE }, // Go's compiler
  { line: /^test (.+?) \.\.\. FAILED\b/, without: / \(line \d+\)$/ }, // Rust
  { line: /^(.+?) \.\.\. FAILED\b/ }, // Deno
  { line: /^\s*[✕✗✖×] (?!failing tests:$)(.+)$/, without: TIME }, // Jest, Vitest, Mocha, Node
  { line: /^\s*● (.+ › .+)$/, without: TIME }, // Jest
  { line: /^ {2}● (?!Console$|Test suite failed to run$)(.+)$/ }, // Jest, a test outside of any suite
  { line: /^\s*FAIL {2}(\S.*?)(?: \[ [^\]]+ \])?$/ }, // Vitest
  { line: /^\s*FAIL \[ *[\d.]+s\] (?:\( *\d+\/\d+\) )?(\S.*)$/ }, // cargo-nextest
  { line: /^\s*FAIL:? (\S.*)$/, without: TIME }, // Jest, unittest, automake
  { line: /^ERROR: (\S+ \([\w.]+\).*)$/ }, // unittest
  { line: /^\[ERROR\] +(?!Tests run:)(\S.*?)(?: --)? +Time elapsed: .*<<< (?:FAILURE|ERROR)!/ }, // JUnit, by Maven
  { line: /^(\S.* > .+) FAILED$/ }, // JUnit, by Gradle
  { line: /^(error\[E\d+\]: .+)$/ }, // rustc
  { line: /^(\S+?(?:\(\d+,\d+\)|:\d+(?::\d+)?): (?:fatal )?error\b.*)$/i, without: PLACE }, // TypeScript, gcc, clang
];

/**
 * Returns the failures that a verifier's output names, without times and line numbers, so that two outputs can be
 * compared. Empty if it names none in a known form.
 */
export function failuresOf(output: string): string[] {
  const found = new Set<string>();
  for (const line of stripVTControlCharacters(output).split(/\r?\n/)) {
    const name = nameIn(line.slice(0, MAX_LINE));
    if (name === null) continue;
    found.add(name.trim().slice(0, MAX_LENGTH));
    if (found.size === MAX_FAILURES) break;
  }
  return [...found];
}

function nameIn(line: string): string | null {
  const pytest = /^(?:FAILED|ERROR) ([^\s(].*)$/.exec(line)?.[1];
  const test = pytest === undefined ? null : pytestName(pytest);
  if (test !== null) return test;
  for (const form of FORMS) {
    const name = form.line.exec(line)?.[1];
    if (name !== undefined) return form.without ? name.replace(form.without, "") : name;
  }
  return null;
}

/** Returns the test before " - message". The values of a parametrised test may contain spaces, " - " and brackets. */
function pytestName(text: string): string | null {
  const open = text.indexOf("[");
  const message = text.indexOf(" - ");
  const isPlain = open === -1 || (message !== -1 && message < open);
  if (isPlain) {
    const name = message === -1 ? text : text.slice(0, message);
    return /\s/.test(name) && !/\.py(?:::|$)/.test(name) ? null : name;
  }
  if (!text.slice(0, open).includes("::")) return null;
  const close = text.indexOf("] - ", open);
  if (close !== -1) return text.slice(0, close + 1);
  return text.endsWith("]") ? text : null;
}
