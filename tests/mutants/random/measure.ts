import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../kit/root.ts";
import { testFilesOf } from "../../kit/entries.ts";
import type { Checkout } from "./checkout.ts";
import { hashOf, type Mutable, TEST_DIRECTORIES } from "./scope.ts";
import { fileOf, type Reach } from "./some_tests.ts";

/** What the tests of a file reached, in which state of the sources and of the file. */
type Kept = { scope: string; file: string; hash: string; tests: Reach[] };

const FILES_AT_ONCE = 8;
const SECONDS_AT_MOST = 400;
/** Whole programs in processes of their own, which no block of them is seen of, or which take long. */
const LEFT_OUT =
  /kill_test|restart_test|canary_test|npm_ci|main_job|tests\/runs\/setup|(?:network|sandbox)_test/;

/** Runs each test once, and returns what it reached. What is known of a test file that has not changed is read from `path`. */
export async function measureReach(
  checkout: Checkout,
  sources: readonly Mutable[],
  path: string,
  say: (line: string) => void,
): Promise<Reach[]> {
  const scope = hashOf(sources);
  const kept = new Map(
    readKept(path).filter((each) => each.scope === scope).map((each) => [each.file, each]),
  );
  const hashes = new Map(
    TEST_DIRECTORIES.flatMap((directory) => testFilesOf(join(ROOT, directory)) ?? [])
      .filter((file) => !LEFT_OUT.test(file))
      .map((file) => [file, hash(Deno.readTextFileSync(join(ROOT, file)))]),
  );
  const missing = [...hashes].filter(([file, hash]) => kept.get(file)?.hash !== hash).map(([file]) => file);
  if (missing.length > 0) {
    say(`${missing.length} of ${hashes.size} test files are run to see what they reach …`);
    instrument(checkout, sources);
    for (let at = 0; at < missing.length; at += FILES_AT_ONCE) {
      const files = missing.slice(at, at + FILES_AT_ONCE);
      const reached = await measure(checkout, files, say);
      for (const file of files) {
        const tests = reached.filter(({ test }) => fileOf(test) === file);
        const known: Kept = { scope, file, hash: hashes.get(file)!, tests };
        kept.set(file, known);
        Deno.writeTextFileSync(path, `${JSON.stringify(known)}\n`, { append: true });
      }
    }
    for (const { path, text } of sources) checkout.write(path, text);
  }
  return [...hashes.keys()].flatMap((file) => kept.get(file)?.tests ?? []);
}

async function measure(
  checkout: Checkout,
  files: readonly string[],
  say: (line: string) => void,
): Promise<Reach[]> {
  const out = join(checkout.root, ".cache", "measured");
  Deno.writeTextFileSync(out, "");
  const { failed, isTimedOut, seconds } = await checkout.test("loadMeasured", [files, out], SECONDS_AT_MOST);
  const reached = jsonLines<Reach>(out);
  const how = isTimedOut ? ", not all in time" : failed === null ? "" : `, and one fails: ${failed}`;
  say(`  ${reached.length} tests from ${files[0]} on in ${seconds.toFixed(0)} s${how}`);
  return reached;
}

/** Lets each block say that it runs. Numbers of blocks are those of all sources in a row. */
function instrument(checkout: Checkout, sources: readonly Mutable[]): void {
  let number = 0;
  for (const { path, text, blocks } of sources) {
    const inserted = blocks.flatMap(({ start, end, isExpression }) => {
      const call = `__reach("${number++}")`;
      return isExpression
        ? [{ at: start, order: start - 1e9, what: `(${call}, ` }, { at: end, order: -start, what: ")" }]
        : [{ at: start + 1, order: start, what: ` ${call};` }];
    }).toSorted((one, other) => one.at - other.at || one.order - other.order);
    let [result, at] = ["", 0];
    for (const each of inserted) {
      result += text.slice(at, each.at) + each.what;
      at = each.at;
    }
    const helper = `file://${checkout.root}/tests/mutants/random/reached.ts`;
    checkout.write(path, `import { reach as __reach } from "${helper}"; ${result}${text.slice(at)}`);
  }
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

const readKept = (path: string): Kept[] => existsSync(path) ? jsonLines<Kept>(path) : [];

/** Reads a file of JSON, a value in each line. A last line that was not written whole is left out. */
export function jsonLines<Value>(path: string): Value[] {
  return Deno.readTextFileSync(path).split("\n").slice(0, -1).map((line): Value => JSON.parse(line));
}
