import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { changed, isSource } from "./changes.ts";
import { Checkout } from "./checkout.ts";
import { trySwitched } from "./in_process.ts";
import { jsonLines, measureReach } from "./measure.ts";
import { chooseTests, type Pending } from "./pending.ts";
import { keyOf, type Result, toldOf } from "./result.ts";
import { hashOf, mutableSources, mutantsOf } from "./scope.ts";
import { TestsOf } from "./tests_of.ts";

/** What was asked for. */
type Asked = {
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
