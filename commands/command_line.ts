import { CommanderError } from "commander";
import { ApiError } from "../client/client.ts";
import { hereOptions } from "./here/options.ts";
import { EXIT } from "./exit_codes.ts";
import { buildProgram } from "./program.ts";
import { DERIVED } from "./program.later.ts";
import { HERE } from "./here.later.ts";
import { describeFailure } from "./service/failure.ts";
import type { Shell } from "./shell.ts";
import { paint } from "./terminal/paint.ts";
import { NO_TERMINAL } from "./terminal/terminal.ts";
import { messageOf } from "../store/shared/message_of.ts";

/** Runs one command line, as documented at `main`. */
export async function runCommandLine(commandLine: readonly string[], started: Shell): Promise<number> {
  let code: number = EXIT.done;
  const { argv, shell } = withoutInput(commandLine, started);
  const here = hereOptions(argv, shell);
  if (here !== null) {
    try {
      return await (await HERE.work()).workHere(shell, here);
    } catch (error) {
      return await reportFailure(shell, error, argv);
    }
  }
  const words = argv.length === 0 || argv[0] === "help" ? [...argv.slice(1), "--help"] : [...argv];
  try {
    const program = await buildProgram(words, { shell, finish: (ended) => code = ended });
    await program.parseAsync(words, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.done;
      const message = error.message.replace(/^error: /, "");
      if (isJson(argv)) shell.output.json({ error: message, exitCode: EXIT.usage });
      return EXIT.usage;
    }
    return await reportFailure(shell, error, argv);
  }
}

/** Prints what a command threw, in one message; with --json also as the document of the answer. Returns the exit code. */
export async function reportFailure(
  { output }: Shell,
  error: unknown,
  argv: readonly string[] = [],
): Promise<number> {
  const failure = describeFailure(error) ??
    { code: EXIT.failed, message: `Internal error in agent-harness: ${messageOf(error)}` };
  if (failure.message === "") return failure.code;
  const message = error instanceof ApiError
    ? await (await DERIVED.words()).inCommands(failure.message)
    : failure.message;
  if (isJson(argv)) output.json({ error: message, exitCode: failure.code });
  output.talk(`${paint.red("✗")} ${message}`);
  return failure.code;
}

function isJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? undefined : end).includes("--json");
}

/** `--no-input`, in any position, applies to all commands: they ask nothing. */
function withoutInput(argv: readonly string[], shell: Shell): { argv: readonly string[]; shell: Shell } {
  const end = argv.indexOf("--");
  const at = argv.indexOf(NO_INPUT);
  if (at < 0 || (end >= 0 && end < at)) return { argv, shell };
  return {
    argv: argv.toSpliced(at, 1),
    shell: { ...shell, terminal: NO_TERMINAL },
  };
}

const NO_INPUT = "--no-input";
