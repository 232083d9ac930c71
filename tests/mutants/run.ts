/**
 * Breaks one safety rule after the other in a copy of the checkout, and runs the tests that are to notice: `deno task mutants`, or
 * only those whose rule or file has one of the words that are given. With `--seed` it makes mutants by that seed instead. Fails if a
 * mutant survives.
 */
import { parseArgs } from "node:util";
import { join } from "node:path";
import { ROOT } from "../kit/root.ts";
import { copyCheckout } from "./copy_checkout.ts";
import { type Mutant, MUTANTS, mutated } from "./mutants.ts";

/** How a run of tests ended: whether they passed, and the first that failed. */
type Ended = { passed: boolean; failed: string | null };

const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

/** Runs tests of the copy as `deno task test` does, until one fails. */
async function runTests(checkout: string, tests: readonly string[]): Promise<Ended> {
  const args = ["run", "-A", "tests/run.ts", "--no-check", "--fail-fast", ...tests];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: checkout,
    env: { NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  const failed = / FAILURES *\n+(.+?) +=> /.exec(text)?.[1] ?? null;
  if (!success && (failed === null || /its tests are loaded/.test(failed))) {
    throw new Error(`The tests could not be run:\n${text}`);
  }
  return { passed: success, failed };
}

/** Puts the mutant into the copy while its tests run, and says whether it survives. */
async function survives(checkout: string, mutant: Mutant): Promise<boolean> {
  const path = join(checkout, mutant.file);
  const source = Deno.readTextFileSync(path);
  Deno.writeTextFileSync(path, mutated(source, mutant));
  const { passed, failed } = await runTests(checkout, mutant.tests);
  Deno.writeTextFileSync(path, source);
  say(passed ? `SURVIVED  ${mutant.rule}: ${mutant.file}` : `killed    ${mutant.rule}: ${failed}`);
  return passed;
}

/** Makes mutants by seed. Gives 1 if one survives. */
async function byChance(): Promise<number> {
  const { seed, count, file, seconds, again } = values;
  const [{ tryMutants }, { toldOf }] = await Promise.all([
    import("./random/run.ts"),
    import("./random/result.ts"),
  ]);
  const asked = {
    seed: Number(seed),
    count: Number(count),
    file: file ?? join(ROOT, ".cache", "mutants", `${seed}.jsonl`),
    seconds: Number(seconds),
    again,
  };
  const results = await tryMutants(asked, say);
  const left = results.filter(({ outcome }) => outcome === "survived" || outcome === "without tests");
  say(`\n${left.map(toldOf).join("\n")}`);
  const outcomes = Map.groupBy(results, ({ outcome }) => outcome);
  say(
    `${results.length} mutants: ${[...outcomes].map(([name, some]) => `${some.length} ${name}`).join(", ")}`,
  );
  return left.length > 0 ? 1 : 0;
}

/** Breaks the safety rules whose name or file has one of these words. Gives 1 if a mutant survives, 2 if there is none. */
async function byRule(words: readonly string[]): Promise<number> {
  const chosen = MUTANTS.filter(({ rule, file }) =>
    words.length === 0 || words.some((word) => `${rule} ${file}`.includes(word))
  );
  if (chosen.length === 0) {
    say(`No mutant has one of these words: ${words.join(", ")}. There are:`);
    for (const { rule, file } of MUTANTS) say(`  ${rule}: ${file}`);
    return 2;
  }
  const checkout = await copyCheckout();
  let survivors = 0;
  try {
    const control = await runTests(checkout, [...new Set(chosen.flatMap(({ tests }) => tests))]);
    if (!control.passed) {
      say(`Without any mutant, a test fails already: ${control.failed}`);
      return 1;
    }
    for (const mutant of chosen) if (await survives(checkout, mutant)) survivors++;
  } finally {
    Deno.removeSync(checkout, { recursive: true });
  }
  say(`${chosen.length} mutants, ${survivors} survived`);
  return survivors > 0 ? 1 : 0;
}

const { values, positionals } = parseArgs({
  args: Deno.args.filter((argument) => argument !== "--"),
  allowPositionals: true,
  options: {
    seed: { type: "string" },
    count: { type: "string", default: "300" },
    file: { type: "string" },
    seconds: { type: "string", default: "30" },
    again: { type: "boolean", default: false },
  },
});
Deno.exit(values.seed === undefined ? await byRule(positionals) : await byChance());
