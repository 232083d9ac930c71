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
  const quick = QUICK[given.join(" ")];
  if (quick) return await quick(started);
  const { runCommandLine } = await import(
    "./command_line.ts" as string
  ) as typeof import("./command_line.ts");
  return await runCommandLine(given, started);
}

/** Command lines that are answered without the parser: it costs more than all the rest of their start. */
const QUICK: Readonly<Record<string, (shell: Shell) => Promise<number>>> = {
  "serve": async () => await (await import("./serve.ts" as string) as typeof import("./serve.ts")).serve(),
  "version": async ({ output }) => await (await loadVersion()).printVersion(output, { json: false }),
  "version --json": async ({ output }) => await (await loadVersion()).printVersion(output, { json: true }),
};

const loadVersion = async () => await import("./version.ts" as string) as typeof import("./version.ts");
