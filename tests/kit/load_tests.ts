/**
 * Loads several test files into one process, so that the modules of the service are loaded once for all of them. The name of each
 * test begins with its file. A file that cannot be loaded is a test that fails; the others run.
 */
import { current } from "./current_file.ts";
import { replacedGlobals } from "./replaced_globals.ts";
import { recordTimes, startTimes } from "./times.ts";

type TestFunction = Deno.TestDefinition["fn"];

/** Several times what the slowest test takes: one that waits for ever fails, is run again, and leaves the others their time. */
const MOST_SECONDS = 10 * 60;
// Tests replace them.
const { setTimeout, clearTimeout } = globalThis;

/** Registers the tests of all files, by the path that names them. A test that takes longer than `mostSeconds` fails. */
export async function loadTests(
  files: Record<string, () => Promise<unknown>>,
  mostSeconds: number = MOST_SECONDS,
): Promise<void> {
  const real = Deno.test;
  const own: { test: typeof Deno.test } = Deno;
  for (const [file, load] of Object.entries(files)) {
    const register = (...given: unknown[]) => real(named(file, definitionOf(given), mostSeconds));
    own.test = Object.assign(register, real) as typeof Deno.test;
    current.file = file;
    const taken = startTimes();
    try {
      await load();
    } catch (error) {
      real({ name: `${file}: its tests are loaded`, fn: () => Promise.reject(error) });
    }
    recordTimes(file, null, taken());
  }
  own.test = real;
}

/** The definition of a test, in whichever of its forms it is given. */
function definitionOf(given: unknown[]): Deno.TestDefinition {
  const parts = given.map((each): Partial<Deno.TestDefinition> =>
    typeof each === "string"
      ? { name: each }
      : typeof each === "function"
      ? { fn: each as TestFunction }
      : each as object
  );
  const { fn, name = fn!.name, ...rest } = Object.assign({}, ...parts) as Deno.TestDefinition;
  return { ...rest, name, fn };
}

/** Says which file runs, and fails a test that does not end, or leaves something replaced for the files after it. */
function named(
  file: string,
  { name, fn, ...rest }: Deno.TestDefinition,
  mostSeconds: number,
): Deno.TestDefinition {
  return {
    ...rest,
    name: `${file}: ${name}`,
    fn: async (context) => {
      current.file = file;
      const taken = startTimes();
      try {
        await within(mostSeconds, fn(context));
      } finally {
        recordTimes(file, name, taken());
      }
      const replaced = replacedGlobals();
      if (replaced.length > 0) {
        throw new Error(`The test leaves ${replaced.join(", ")} replaced. Put it back.`);
      }
    },
  };
}

/** Rejects once the work has taken so many seconds. What then still works is left behind. */
async function within(seconds: number, work: void | Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`The test has not ended after ${seconds} s.`)),
    seconds * 1000,
  );
  Deno.unrefTimer(timer); // where nothing else is pending, Deno says at once that the test waits for ever
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
