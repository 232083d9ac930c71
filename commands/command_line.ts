import { type Command, CommanderError } from "commander";
import { ApiError } from "../client/client.ts";
import { hereOptions } from "./here/options.ts";
import { EXIT } from "./exit_codes.ts";
import { called } from "./mistakes.ts";
import { buildProgram, wordsOf } from "./program.ts";
import { DERIVED } from "./program.later.ts";
import { HERE } from "./here.later.ts";
import { requireUtf8 } from "./terminal/not_utf8.ts";
import { describeFailure } from "./service/failure.ts";
import { LOCAL } from "./local.later.ts";
import type { Shell } from "./shell.ts";
import { paint } from "./terminal/paint.ts";
import { NO_TERMINAL } from "./terminal/terminal.ts";
import { codeOf, messageOf } from "../store/shared/message_of.ts";

/** Runs one command line, as documented at `main`. */
export async function runCommandLine(commandLine: readonly string[], started: Shell): Promise<number> {
  let code: number = EXIT.done;
  try {
    requireUtf8(commandLine);
  } catch (error) {
    return await reportFailure(started, error, commandLine);
  }
  const { argv, shell } = withoutInput(commandLine, started);
  const here = hereOptions(argv, shell);
  if (here !== null) {
    try {
      return await (await HERE.work()).workHere(shell, here);
    } catch (error) {
      return await reportFailure(shell, error, argv);
    }
  }
  let mistake: string | null = null;
  const words = argv.length === 0 || argv[0] === "help" ? [...argv.slice(1), "--help"] : [...argv];
  try {
    const program = await buildProgram(words, {
      shell,
      finish: (ended) => code = ended,
      refused: (said) => mistake = said,
    });
    await program.parseAsync(namesNoCommand(program, words) ? withoutHelp(words) : words, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.done;
      printJson(shell, argv, { error: mistake ?? NO_COMMAND, exitCode: EXIT.usage });
      return EXIT.usage;
    }
    return await reportFailure(shell, error, argv);
  }
}

/** Whether a word names no command. Asked for help, the parser would print that of all commands, as if there was no mistake. */
function namesNoCommand(program: Command, argv: readonly string[]): boolean {
  const words = wordsOf(argv);
  const { command, path } = called(program, words);
  const word = words[path.length];
  return command.commands.length > 0 && word !== undefined && !/\s/.test(word);
}

const withoutHelp = (argv: readonly string[]): string[] =>
  argv.filter((word) => word !== "--help" && word !== "-h");

/** Prints what a command threw, in one message; with --json also as the document of the answer. Returns the exit code. */
export async function reportFailure(
  { output }: Shell,
  error: unknown,
  argv: readonly string[] = [],
): Promise<number> {
  const { code, message: said } = describeFailure(error) ?? await unexpected(error);
  if (said === "") return code;
  const message = error instanceof ApiError ? await (await DERIVED.words()).inCommands(said) : said;
  output.talk(`${paint.red("✗")} ${message}`);
  printJson({ output }, argv, { error: message, exitCode: code });
  return code;
}

/** With --json, prints an error as the document of the answer, if stdout takes one. */
function printJson(
  { output }: Pick<Shell, "output">,
  argv: readonly string[],
  document: { error: string; exitCode: number },
): void {
  if (!isJson(argv)) return;
  try {
    output.json(document);
  } catch {
    // The sentence is on stderr, and the exit code says the same.
  }
}

/** Returns what to say of an error that no command expects: what the system or a directory refuses is no fault of this program. */
async function unexpected(error: unknown): Promise<{ code: number; message: string }> {
  const said = messageOf(error);
  const { StorageError } = await LOCAL.storageError();
  if (error instanceof StorageError) return { code: EXIT.usage, message: said };
  const code = codeOf(error) ?? "";
  const message = /^E[A-Z]+$/.test(code)
    ? `The system refused it: ${said}.${NEXT[code] ?? ""}`
    : `Internal error in agent-harness: ${said}`;
  return { code: EXIT.failed, message };
}

/** What to do next, by the code of the system. */
const NEXT: Readonly<Record<string, string>> = {
  ENOSPC: " Free some space, and try again.",
  EDQUOT: " Free some space, and try again.",
  EROFS: " Name a place that can be written.",
  EACCES: " Check who may read and write there.",
  EPERM: " Check who may read and write there.",
};

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

/** What --json says where a person gets the help: the parser has no words for it. */
const NO_COMMAND = "A command is missing. agent-harness --help lists them.";
