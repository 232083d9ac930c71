import { LATER } from "./main.later.ts";
import { processShell, type Shell } from "./shell.ts";

/**
 * Runs one command line and returns the exit code. Any error is one message on stderr.
 */
export async function main(words: readonly string[], started: Shell = processShell()): Promise<number> {
  (await LATER.environment()).dropRelativePaths();
  if (words[0] === "__complete") {
    const { answerShell } = await LATER.completion();
    return await answerShell(started, words.slice(words[1] === "--" ? 2 : 1));
  }
  const quick = QUICK.get(words.join(" "));
  if (!quick) return await (await LATER.commandLine()).runCommandLine(words, started);
  try {
    return await quick(started);
  } catch (error) {
    return await (await LATER.commandLine()).reportFailure(started, error);
  }
}

/** Command lines that are answered without the parser, which would take most of their start. */
const QUICK: ReadonlyMap<string, (shell: Shell) => Promise<number>> = new Map([
  ["serve", async () => await (await LATER.serve()).serve()],
  [
    "version",
    async ({ output }: Shell) => await (await LATER.version()).printVersion(output, { json: false }),
  ],
  [
    "version --json",
    async ({ output }: Shell) => await (await LATER.version()).printVersion(output, { json: true }),
  ],
]);
