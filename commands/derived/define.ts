import type { Command } from "commander";
import { listingOf } from "../service/listing.ts";
import { kindOf } from "../service/resolve.ts";
import type { Shell } from "../shell.ts";
import { argumentName, type ListedCommand } from "./command.ts";
import { describedCommand } from "./commands.ts";
import { exampleLines, examplesText, groupExampleLines } from "./examples.ts";
import { addFields, addServiceOptions } from "./options.ts";
import { perform } from "./perform.ts";
import { addRecordingArgument, RECORDED } from "./recording.ts";

/** Completes a command: its flags are created only if it was called, or for help. */
const FILLS = new WeakMap<Command, () => Promise<void>>();

/** The route of each derived command. */
const ROUTES = new WeakMap<Command, ListedCommand>();

/** Creates the flags of a derived command, once. */
export async function fillIn(command: Command): Promise<void> {
  const fill = FILLS.get(command);
  FILLS.delete(command);
  await fill?.();
}

/** Returns what a command was derived from; undefined for a hand-written one. */
export const derivedFrom = (command: Command): ListedCommand | undefined => ROUTES.get(command);

/** Adds the derived commands to the program, as nouns and verbs. */
export function defineDerived(
  program: Command,
  commands: readonly ListedCommand[],
  { shell, finish }: { shell: Shell; finish: (code: number) => void },
): void {
  for (const listed of commands) {
    let parent = program;
    for (const word of listed.words.slice(0, -1)) parent = groupOf(parent, word);
    const command = groupOf(parent, listed.words.at(-1)!);
    defineOne(command, listed, { shell, finish });
  }
  for (const group of program.commands) describeGroup(group, []);
}

function groupOf(parent: Command, word: string): Command {
  const found = parent.commands.find((command) => command.name() === word);
  if (found) {
    fillBefore(found);
    return found;
  }
  const made = parent.command(word).helpCommand(false);
  fillBefore(made);
  return made;
}

/** Groups that complete their subcommands. */
const FILLING = new WeakSet<Command>();

/** Lets a command complete its subcommand before that is parsed. */
export function fillBefore(parent: Command): void {
  if (FILLING.has(parent)) return;
  FILLING.add(parent);
  parent.hook("preSubcommand", (_, command) => fillIn(command));
}

function defineOne(
  command: Command,
  listed: ListedCommand,
  { shell, finish }: { shell: Shell; finish: (code: number) => void },
): void {
  const { key } = listed;
  const names = [...key.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  command.description(listed.summary);
  // At a terminal, an id that a list offers may be omitted.
  const picks = shell.terminal.interactive && names.length === 1 && listingOf(key.split(" ")[1]!, names[0]!);
  for (const name of names) {
    command.argument(picks ? `[${positional(key, name)}]` : `<${positional(key, name)}>`);
  }
  ROUTES.set(command, listed);
  FILLS.set(command, async () => {
    const derived = await describedCommand(listed);
    const { argument } = derived;
    if (argument === "source") {
      command.argument("[file]", "file with the text, instead of --source; - for stdin");
    }
    if (argument === "directory") {
      command.argument("[directory]", "instead of --directory; or a zip archive of one");
    } else if (argument === "url") {
      command.argument("[page]", "address of the page; --url is the address of the service");
    } else if (argument !== undefined && argument !== "source") {
      command.argument(
        `[${argumentName(argument)}...]`,
        `in words, with or without quotes, instead of --${kebab(argument)}`,
      );
    }
    if (key === RECORDED) addRecordingArgument(command);
    addFields(command, derived);
    addServiceOptions(
      command,
      derived.answer === "sse" ? "print one line of JSON for each event" : undefined,
    );
    command.addHelpText("after", `${examplesText(exampleLines(derived, command))}\n\n${key}`);
  });
  command.action(async (...given) => {
    const typed = given.slice(0, command.registeredArguments.length) as (string | string[] | undefined)[];
    // An empty word was typed, and no word was not.
    const positionals = typed.filter((each) => Array.isArray(each) ? each.length > 0 : each !== undefined)
      .map((each) => Array.isArray(each) ? each.join(" ") : each);
    const options = command.optsWithGlobals();
    finish(await perform(shell, await describedCommand(listed), { positionals, options }));
  });
}

/** A group is described by its verbs and shows some examples. */
function describeGroup(group: Command, before: readonly string[]): void {
  if (group.commands.length === 0 || group.description()) return;
  const words = [...before, group.name()];
  group.summary(group.commands.map((command) => command.name()).join(", ")).usage("<command>")
    .addHelpText("after", () => examplesText(groupExampleLines(group, words)));
  for (const inner of group.commands) describeGroup(inner, words);
}

/** Returns a path parameter as help names it: the `:id` of `/runs/:id` is a run. */
function positional(key: string, name: string): string {
  const listing = name === "id" ? listingOf(key.split(" ")[1]!, name) : null;
  return listing === null ? kebab(name) : kindOf(listing).replaceAll(" ", "-");
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
