/** In a copy of the checkout: runs tests of some files in an order that one gives. */
import { loadTests } from "../../kit/load_tests.ts";
import { takeReached } from "./reached.ts";

/** What a test reached, and how long it took. */
export type Reach = { test: string; seconds: number; blocks: string[] };

/** Registers the tests with these names, in their order. Each name begins with its file. */
export async function loadChosen(root: string, names: readonly string[]): Promise<void> {
  const found = new Map((await definitionsOf(root, names.map(fileOf))).map((each) => [each.name, each]));
  for (const name of names) {
    const definition = found.get(name) ?? found.get(`${fileOf(name)}: its tests are loaded`);
    if (definition !== undefined) Deno.test(definition);
  }
}

/** A mutant that is switched on, and the tests that it is tried with. */
export type Planned = { number: number; tests: readonly { name: string; seconds: number }[] };

/** What became of it; "dirty" if the test then fails without it, too. Without `outcome` it has begun. */
export type Tried = {
  number: number;
  outcome?: "killed" | "survived" | "timed out" | "dirty";
  by?: string;
  why?: string;
  seconds?: number;
};

declare global {
  /** The number of the mutant that is switched on. */
  var mutant: number | undefined;
}

/** How much longer than it takes alone a test may take, and how long at least. */
const [SLOWER, LEAST_SECONDS] = [8, 20];

/** Registers a test that tries mutants one after the other; what became of them is appended to `out`. */
export async function loadSwitched(root: string, plan: readonly Planned[], out: string): Promise<void> {
  const files = [...new Set(plan.flatMap(({ tests }) => tests.map(({ name }) => fileOf(name))))];
  const found = new Map((await definitionsOf(root, files)).map((each) => [each.name, each]));
  const say = (tried: Tried) => Deno.writeTextFileSync(out, `${JSON.stringify(tried)}\n`, { append: true });
  let uncaught: unknown = null;
  for (const name of ["unhandledrejection", "error"]) {
    globalThis.addEventListener(name, (event) => {
      event.preventDefault();
      uncaught ??= event;
    });
  }
  /** Resolves with why the test fails; null if it passes. */
  const fault = async (
    definition: Deno.TestDefinition,
    context: Deno.TestContext,
    seconds: number,
  ): Promise<string | null> => {
    uncaught = null;
    const late = Promise.withResolvers<string>();
    const timer = setTimeout(() => late.resolve("late"), (LEAST_SECONDS + SLOWER * seconds) * 1_000);
    const passed = (async () => await definition.fn(context))().then(
      () => uncaught === null ? null : "an error that nobody caught",
      (error) => String(error instanceof Error ? error.message : error).slice(0, 200) || "failed",
    );
    const ended = await Promise.race([passed, late.promise]);
    clearTimeout(timer);
    return ended;
  };
  const tryOne = async ({ number, tests }: Planned, context: Deno.TestContext): Promise<Tried> => {
    for (const { name, seconds } of tests) {
      const definition = found.get(name);
      if (definition === undefined || definition.ignore) continue;
      globalThis.mutant = number;
      const why = await fault(definition, context, seconds);
      globalThis.mutant = undefined;
      if (why === "late") return { number, outcome: "timed out", by: name };
      if (why === null) continue;
      const isDirty = await fault(definition, context, seconds) !== null;
      return { number, outcome: isDirty ? "dirty" : "killed", by: name, why };
    }
    return { number, outcome: "survived" };
  };
  Deno.test({
    name: "mutants",
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async (real) => {
      const context = inOrder(real);
      for (const planned of plan) {
        say({ number: planned.number });
        const started = performance.now();
        const tried = await tryOne(planned, context);
        say({ ...tried, seconds: Math.round((performance.now() - started) / 100) / 10 });
        if (tried.outcome === "timed out" || tried.outcome === "dirty") Deno.kill(Deno.pid, "SIGKILL");
      }
    },
  });
}

/** A context in which the steps of a test run where they stand. */
function inOrder(real: Deno.TestContext): Deno.TestContext {
  const step = async (...given: readonly unknown[]) => {
    for (const each of given) {
      if (typeof each === "function") await each(context);
      else if (typeof each === "object" && each !== null && "fn" in each && typeof each.fn === "function") {
        await each.fn(context);
      }
    }
    return true;
  };
  const context: Deno.TestContext = Object.assign(Object.create(real), { step });
  return context;
}

/** Registers all tests of files; what each reached is appended to `out`. */
export async function loadMeasured(root: string, files: readonly string[], out: string): Promise<void> {
  const definitions = await definitionsOf(root, files);
  takeReached();
  for (const { fn, ...definition } of definitions) {
    const measured = async (context: Deno.TestContext) => {
      const start = performance.now();
      await fn(context);
      const seconds = (performance.now() - start) / 1000;
      const reach: Reach = { test: definition.name, seconds, blocks: takeReached() };
      Deno.writeTextFileSync(out, `${JSON.stringify(reach)}\n`, { append: true });
    };
    Deno.test({ ...definition, fn: measured });
  }
}

/** Returns the file of a test, by its name. */
export const fileOf = (name: string): string => name.slice(0, name.indexOf(":"));

async function definitionsOf(root: string, files: readonly string[]): Promise<Deno.TestDefinition[]> {
  const definitions: Deno.TestDefinition[] = [];
  const real = Deno.test;
  Reflect.set(Deno, "test", Object.assign((each: Deno.TestDefinition) => void definitions.push(each), real));
  await loadTests(Object.fromEntries(files.map((file) => [file, () => import(`${root}/${file}`)])));
  Reflect.set(Deno, "test", real);
  return definitions;
}
