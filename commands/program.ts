import { Command, Option } from "commander";
import { VERSION } from "../services/ground/kernel/version.ts";
import { EXIT_CODES_HELP } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { explainMistake, usageOf } from "./mistakes.ts";
import { DERIVED, HAND_WRITTEN } from "./program.later.ts";
import { paint } from "./terminal/paint.ts";

const EXAMPLES = `
Examples:
  $ agent-harness                                   in a repository: one screen to ask, watch and decide
  $ agent-harness "fix the tests"                   the same for one request; --web opens the dashboard
  $ agent-harness demo                              see the whole flow in a temporary directory
  $ agent-harness init ~/harness                    create a storage directory, then: serve
  $ agent-harness run 'create hello.txt with "hi"' --repo . --watch
  $ agent-harness review                            review what waits for you, and decide
  $ agent-harness runs list --status waiting --json
`;

/**
 * Returns the program with what a command line needs: one command if its words name one, or everything for help, a group or a
 * typing error.
 */
export async function buildProgram(argv: readonly string[], setup: Setup): Promise<Command> {
  const words = wordsOf(argv);
  const program = rootCommand(setup, words);
  const named = [words[0] ?? "", words.slice(0, 2).join(" ")].find((name) =>
    Object.hasOwn(HAND_WRITTEN, name)
  );
  const own = named === undefined ? undefined : HAND_WRITTEN[named];
  if (own) {
    (await own())(program, setup);
    return program;
  }
  if (words.length === 0 && argv.includes("--version")) return program;
  const { commandNamed, listCommands } = await DERIVED.commands();
  const { defineDerived, fillBefore } = await DERIVED.define();
  const commands = await listCommands();
  const one = commandNamed(commands, words);
  if (!one) { for (const load of Object.values(HAND_WRITTEN)) (await load())(program, setup); }
  program.commandsGroup(GROUPS.api);
  fillBefore(program);
  defineDerived(program, one ? [one] : commands, setup);
  return program;
}

/** Returns the program with every command complete, for the golden help. */
export async function buildWholeProgram(setup: Setup): Promise<Command> {
  const program = rootCommand(setup);
  const { listCommands } = await DERIVED.commands();
  const { defineDerived, fillIn } = await DERIVED.define();
  for (const load of Object.values(HAND_WRITTEN)) (await load())(program, setup);
  program.commandsGroup(GROUPS.api);
  defineDerived(program, await listCommands(), setup);
  const fillAll = async (command: Command): Promise<void> => {
    await fillIn(command);
    for (const inner of command.commands) await fillAll(inner);
  };
  await fillAll(program);
  return program;
}

function rootCommand({ shell: { output }, refused }: Setup, words: readonly string[] = []): Command {
  const width = Math.min(output.columns ?? 110, 110);
  const program = new Command("agent-harness");
  return program
    .description(
      "A local control plane for automation runs: agents work, you decide, everything is recorded.",
    )
    .version(VERSION, "--version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand(false)
    .option("--json", "print one JSON document")
    .option(
      "--url <url>",
      "address of the service (default: AGENT_HARNESS_URL, then AGENT_HARNESS_PORT of this machine)",
    )
    .option("--token-file <file>", "file with the token (default: AGENT_HARNESS_TOKEN)")
    .addOption(new Option("--no-input", "never ask, as without a terminal; works with every command"))
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({
      styleTitle: (text) => paint.bold(text),
      subcommandTerm: (command) => usageOf(command, [command.name()]),
    })
    .configureOutput({
      writeOut: (text) => output.data(text.replace(/\n$/, "")),
      writeErr: (text) => output.talk(text.replace(/\n$/, "")),
      outputError: (text, write) => {
        const explained = explainMistake(text.replace(/^error: /, ""), program, words);
        refused?.(explained.trimEnd());
        write(`${paint.red("✗")} ${explained}`);
      },
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
    })
    .showHelpAfterError("(add --help for usage)")
    .addHelpText("after", `${EXAMPLES}\n${EXIT_CODES_HELP}`);
}

/** Returns the words of a command line, without flags and the values of flags before the command. */
export function wordsOf(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const text = argv[i]!;
    if (text === "--url" || text === "--token-file") i++;
    else if (!text.startsWith("-")) words.push(text);
  }
  return words;
}
