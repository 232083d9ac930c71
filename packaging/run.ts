import { fileURLToPath } from "node:url";

/** The checkout that is packaged. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

/** A package could not be made; the message says why, and what to do. */
export class BuildError extends Error {}

/** Runs a program in the checkout and gives its output. Throws `BuildError` with what it said. */
export async function run(program: string, args: readonly string[]): Promise<string> {
  // A program that is not there is thrown at once, not by the promise.
  const work = async () =>
    await new Deno.Command(program, {
      args: [...args],
      cwd: ROOT,
      stdin: "null",
      env: { NO_COLOR: "1" },
    }).output();
  const { success, stdout, stderr } = await work().catch((cause: Error) => {
    throw new BuildError(`${program} could not be started: ${cause.message}`, { cause });
  });
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (success) return decode(stdout);
  throw new BuildError(`${program} ${args[0]} failed:\n${decode(stderr).trim()}`);
}

/** Does one step of a build, whose name says what it does. */
export type BuildStep = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Does a step without a word, for builds that nobody watches. */
export const quietly: BuildStep = (_, work) => work();

const say = (stream: typeof Deno.stdout | typeof Deno.stderr, text: string) =>
  stream.writeSync(new TextEncoder().encode(text));

/** Says what is being done, and then how long it took. */
const aloud: BuildStep = async (name, work) => {
  say(Deno.stderr, `${name} … `);
  const began = performance.now();
  let took = "failed";
  try {
    const made = await work();
    took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    return made;
  } finally {
    say(Deno.stderr, `${took}\n`);
  }
};

/**
 * Runs the build of a package with the options of the command line, says each step on stderr and the result on stdout; what
 * went wrong is one message and the exit code 1. Types are looked at by the tests.
 */
export async function building(
  build: (args: readonly string[], step: BuildStep) => Promise<readonly string[]>,
): Promise<number> {
  try {
    for (const line of await build(Deno.args, aloud)) say(Deno.stdout, `${line}\n`);
    return 0;
  } catch (cause) {
    if (!(cause instanceof BuildError)) throw cause;
    say(Deno.stderr, `${cause.message}\n`);
    return 1;
  }
}

/** The options of a build task, such as `--output x`. Throws `BuildError` for what it does not know. */
export function optionsOf(args: readonly string[], known: readonly string[]): Record<string, string> {
  const options: Record<string, string> = {};
  for (let i = 0; i < args.length; i += 2) {
    const name = args[i]!.replace(/^--/, "");
    const value = args[i + 1];
    if (!args[i]!.startsWith("--") || !known.includes(name)) {
      throw new BuildError(
        `"${args[i]}" is not an option here. There are: ${known.map((each) => `--${each}`).join(", ")}.`,
      );
    }
    if (value === undefined) throw new BuildError(`--${name} needs a value.`);
    options[name] = value;
  }
  return options;
}
