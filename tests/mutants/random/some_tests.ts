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
