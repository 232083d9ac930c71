import { fileURLToPath } from "node:url";
import { ENTRY, WORKER_ENTRIES } from "./program.ts";

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

/**
 * Looks at the program's types and runs the build of a package with the options of the command line; what went wrong is one
 * message and the exit code 1.
 */
export async function building(
  known: readonly string[],
  build: (args: readonly string[]) => Promise<readonly string[]>,
): Promise<number> {
  const say = (stream: typeof Deno.stdout, text: string) =>
    stream.writeSync(new TextEncoder().encode(`${text}\n`));
  try {
    optionsOf(Deno.args, known);
    await run(Deno.execPath(), ["check", "--quiet", ENTRY, ...WORKER_ENTRIES]);
    for (const line of await build(Deno.args)) say(Deno.stdout, line);
    return 0;
  } catch (cause) {
    if (!(cause instanceof BuildError)) throw cause;
    say(Deno.stderr, cause.message);
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
