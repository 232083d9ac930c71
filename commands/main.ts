import { processShell, type Shell } from "./shell.ts";

/**
 * Runs one command line and gives the exit code; whatever goes wrong is one message on stderr. What only some command lines
 * need is imported `as string`: Deno reads what a bare literal names before the program begins, needed or not.
 */
export async function main(given: readonly string[], started: Shell = processShell()): Promise<number> {
  if (given[0] === "__complete") {
    const { answerShell } = await import(
      "./completion/answer.ts" as string
    ) as typeof import("./completion/answer.ts");
    return await answerShell(started, given.slice(given[1] === "--" ? 2 : 1));
  }
  const quick = QUICK.get(given.join(" "));
  if (!quick) return await (await loadCommandLine()).runCommandLine(given, started);
  try {
    return await quick(started);
  } catch (error) {
    return (await loadCommandLine()).reportFailure(started, error);
  }
}

const loadCommandLine = async () =>
  await import("./command_line.ts" as string) as typeof import("./command_line.ts");

/** Command lines that are answered without the parser: it costs more than all the rest of their start. */
const QUICK: ReadonlyMap<string, (shell: Shell) => Promise<number>> = new Map([
  ["serve", async () => await (await import("./serve.ts" as string) as typeof import("./serve.ts")).serve()],
  ["version", async ({ output }: Shell) => await (await loadVersion()).printVersion(output, { json: false })],
  [
    "version --json",
    async ({ output }: Shell) => await (await loadVersion()).printVersion(output, { json: true }),
  ],
]);

const loadVersion = async () => await import("./version.ts" as string) as typeof import("./version.ts");
