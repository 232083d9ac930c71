import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { importsOf, SOURCES } from "../../checks/sources.ts";
import { testsReachedBy } from "../../kit/reach.ts";
import { changed, isSource, switched } from "./changes.ts";
import { Checkout } from "./checkout.ts";
import { jsonLines, measureReach } from "./measure.ts";
import { hashOf, type Mutable, mutableSources, mutantsOf, type RandomMutant } from "./scope.ts";
import { fileOf, type Planned, type Reach, type Tried } from "./some_tests.ts";

/** What became of a mutant. `ran` of the `reaching` tests ran at most. */
export type Result = RandomMutant & {
  scope: string;
  before: string;
  after: string;
  outcome: "killed" | "survived" | "timed out" | "without tests";
  by: string | null;
  why: string | null;
  ran: number;
  reaching: number;
  seconds: number;
};

/** What was asked for. */
export type Asked = {
  count: number;
  seed: number;
  /** Where results are kept; with those that are there one goes on. */
  file: string;
  /** How many seconds the tests of a mutant take without it. */
  seconds: number;
  /** Whether those that survived are tried again, as there are new tests. */
  again: boolean;
};

/** The start of Deno and loading the service, on a machine that others use, too. */
const STARTING_SECONDS = 20;
const SLOWER = 5;
/** Two tests of the same domain are nearer than any other. */
const OWN_DOMAIN = 0.2;

/** Makes mutants by seed, runs the tests that reach each of them, the nearest and shortest first, and says what became of them. */
export async function tryMutants(asked: Asked, say: (line: string) => void): Promise<Result[]> {
  const sources = mutableSources();
  const scope = hashOf(sources);
  Deno.mkdirSync(dirname(asked.file), { recursive: true });
  const known = new Map<string, Result>();
  if (existsSync(asked.file)) {
    for (const each of jsonLines<Result>(asked.file)) if (each.scope === scope) known.set(keyOf(each), each);
  }
  using checkout = await Checkout.copy();
  const reached = await measureReach(checkout, sources, `${asked.file}.reach`, say);
  const tests = new TestsOf(sources, reached);
  const [results, pending]: [Result[], Pending[]] = [[], []];
  for (const mutant of mutantsOf(sources, asked.seed)) {
    if (results.length + pending.length === asked.count) break;
    const source = sources.find(({ path }) => path === mutant.path)!;
    if (!isSource(changed(source.text, mutant))) continue;
    const before = known.get(keyOf(mutant));
    if (before !== undefined && !(asked.again && before.outcome !== "killed")) results.push(before);
    else pending.push(chooseTests(mutant, source, tests, asked.seconds, pending.length));
  }
  const keep = (result: Omit<Result, "scope">) => {
    const kept = { ...result, scope };
    Deno.writeTextFileSync(asked.file, `${JSON.stringify(kept)}\n`, { append: true });
    results.push(kept);
    say(toldOf(kept));
  };
  const alone = asked.again ? pending : await trySwitched(checkout, sources, pending, keep);
  for (const each of alone) keep(await tryAlone(checkout, each));
  return results;
}

const keyOf = ({ path, start, end, instead }: RandomMutant): string => `${path} ${start} ${end} ${instead}`;

/** A mutant with the tests that it is tried with. */
type Pending = {
  number: number;
  mutant: RandomMutant;
  source: Mutable;
  chosen: Reach[];
  isSwitchable: boolean;
  told: Omit<Result, "scope" | "outcome" | "by" | "why" | "seconds">;
};

function chooseTests(
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

/** How many mutants one process tries: what they leave in it adds up. */
const AT_ONCE = 25;
/** A test that blocks the process says nothing for longer than any may take. */
const STUCK_SECONDS = 240;

/**
 * Tries mutants that can be switched on in a running process, as loading the service takes longer than most tests. Returns the
 * others: they change what is computed when a module is loaded, or spoil the process for the next.
 */
async function trySwitched(
  checkout: Checkout,
  sources: readonly Mutable[],
  pending: readonly Pending[],
  keep: (result: Omit<Result, "scope">) => void,
): Promise<Pending[]> {
  const inside: Pending[] = [];
  for (const each of pending) {
    const overlaps = inside.some(({ mutant: { path, start, end } }) =>
      path === each.mutant.path && start < each.mutant.end && each.mutant.start < end
    );
    if (each.isSwitchable && !overlaps && each.chosen.length > 0) inside.push(each);
  }
  const settled = new Set<number>();
  const left = new Map(inside.map((each) => [each.number, each]));
  for (const { path, text } of sources) {
    const changes = inside.filter(({ mutant }) => mutant.path === path)
      .map(({ mutant, number }) => ({ ...mutant, number }));
    checkout.write(path, switched(text, changes));
  }
  const out = join(checkout.root, ".cache", "tried");
  while (left.size > 0) {
    const some = [...left.values()].slice(0, AT_ONCE);
    const plan: Planned[] = some.map(({ number, chosen }) => ({
      number,
      tests: chosen.map(({ test, seconds }) => ({ name: test, seconds })),
    }));
    Deno.writeTextFileSync(out, "");
    let seen = 0;
    const collect = () => {
      const tried = jsonLines<Tried>(out);
      for (const { number, outcome, by = null, why = null, seconds = 0 } of tried.slice(seen)) {
        const each = left.get(number);
        if (outcome === undefined || outcome === "dirty" || each === undefined) continue;
        left.delete(number);
        settled.add(number);
        keep({ ...each.told, outcome, by, why, seconds });
      }
      seen = tried.length;
      return tried.at(-1)?.number ?? some[0]!.number;
    };
    const isStuck = () => {
      collect();
      return Date.now() - Deno.statSync(out).mtime!.getTime() > STUCK_SECONDS * 1_000;
    };
    await checkout.test("loadSwitched", [plan, out], 3_600, isStuck);
    left.delete(collect()); // it ended the process, unless it was the last
  }
  for (const { path, text } of sources) checkout.write(path, text);
  return pending.filter(({ number }) => !settled.has(number));
}

/** Tries one mutant in a process of its own. */
async function tryAlone(
  checkout: Checkout,
  { mutant, source: { path, text }, chosen, told }: Pending,
): Promise<Omit<Result, "scope">> {
  if (chosen.length === 0) return { ...told, outcome: "without tests", by: null, why: null, seconds: 0 };
  checkout.write(path, changed(text, mutant));
  const sum = chosen.reduce((sum, { seconds }) => sum + seconds, 0);
  const names = chosen.map(({ test }) => test);
  const ended = await checkout.test("loadChosen", [names], STARTING_SECONDS + SLOWER * sum);
  checkout.write(path, text);
  const outcome = ended.isTimedOut ? "timed out" : ended.failed === null ? "survived" : "killed";
  return { ...told, outcome, by: ended.failed, why: ended.why, seconds: Math.round(ended.seconds * 10) / 10 };
}

const lineOf = (text: string, line: number): string => text.split("\n")[line - 1]!.trim();

/** Returns a result as a line for people. */
export const toldOf = (result: Result): string => {
  const { outcome, path, line, kind, before, after, by, ran, reaching, seconds } = result;
  const how = by === null ? `${ran} of ${reaching} tests` : by.split("\n")[0]!.slice(0, 110);
  return `${outcome.padEnd(13)} ${path}:${line} ${kind} (${seconds} s; ${how})\n    ${before}\n    ${after}`;
};

/** Knows which tests reach a mutant. */
class TestsOf {
  readonly #byBlock = new Map<number, Reach[]>();
  readonly #first = new Map<string, number>();
  readonly #importers = new Map<string, string[]>();

  constructor(readonly sources: readonly Mutable[], readonly all: readonly Reach[]) {
    for (const test of all) {
      for (const block of test.blocks) {
        const some = this.#byBlock.get(Number(block));
        if (some === undefined) this.#byBlock.set(Number(block), [test]);
        else some.push(test);
      }
    }
    let number = 0;
    for (const { path, blocks } of sources) {
      this.#first.set(path, number);
      number += blocks.length;
    }
    for (const { from, to, typeOnly } of SOURCES.flatMap(importsOf)) {
      if (!typeOnly) this.#importers.set(to, [...this.#importers.get(to) ?? [], from]);
    }
  }

  /** Returns the tests that reach a mutant, the nearest and shortest first. */
  reaching(mutant: RandomMutant): Reach[] {
    const ways = new Map(testsReachedBy([mutant.path]).map(({ file, way }) => [file, way.length]));
    const domain = mutant.path.split("/").at(-2);
    const rank = ({ test, seconds }: Reach) => {
      const file = fileOf(test);
      return (seconds + 0.05) * (ways.get(file) ?? 20) * (file.split("/")[1] === domain ? OWN_DOMAIN : 1);
    };
    const some = this.#inBlock(mutant) ?? this.#inFiles([mutant.path], new Set());
    return some.toSorted((one, other) => rank(one) - rank(other));
  }

  #inBlock({ path, start, end }: RandomMutant): Reach[] | null {
    const { blocks } = this.sources.find((each) => each.path === path)!;
    const inner = blocks.map((block, index) => ({ ...block, index }))
      .filter((block) => block.start <= start && end <= block.end)
      .toSorted((one, other) => (one.end - one.start) - (other.end - other.start))[0];
    return inner === undefined ? null : this.#byBlock.get(this.#first.get(path)! + inner.index) ?? [];
  }

  /** What stands in no function runs when its file is loaded. It shows where the file, or what imports it, is used. */
  #inFiles(paths: readonly string[], seen: Set<string>): Reach[] {
    const tests = new Set(paths.flatMap((path) => {
      const blocks = this.sources.find((each) => each.path === path)?.blocks ?? [];
      return blocks.flatMap((_, index) => this.#byBlock.get(this.#first.get(path)! + index) ?? []);
    }));
    const files = new Set(paths);
    for (const test of this.all) if (files.has(fileOf(test.test))) tests.add(test);
    if (tests.size > 0) return [...tests];
    const next = paths.flatMap((path) => this.#importers.get(path) ?? []).filter((path) => !seen.has(path));
    if (next.length === 0) return [];
    return this.#inFiles(next, new Set([...seen, ...next]));
  }
}
