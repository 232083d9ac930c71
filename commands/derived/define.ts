import type { Command } from "commander";
import { collectionOf } from "../service/resolve.ts";
import type { Shell } from "../shell.ts";
import type { Derived } from "./contracts.ts";
import type { Field } from "./fields.ts";
import { addFields, addServiceOptions, outputKind } from "./options.ts";
import { perform } from "./perform.ts";

/** Fills a command in: its flags are only made when it is the one that was called, or asked about. */
export type Fill = Map<Command, () => void>;

/** Puts the derived commands on the program, as nouns and verbs. */
export function defineDerived(
  program: Command,
  commands: readonly Derived[],
  { shell, fills, finish }: { shell: Shell; fills: Fill; finish: (code: number) => void },
): void {
  for (const derived of commands) {
    let parent = program;
    for (const word of derived.words.slice(0, -1)) parent = groupOf(parent, word, fills);
    const command = groupOf(parent, derived.words.at(-1)!, fills);
    defineOne(command, derived, { shell, fills, finish });
  }
  for (const group of program.commands) describeGroup(group);
}

function groupOf(parent: Command, word: string, fills: Fill): Command {
  const found = parent.commands.find((command) => command.name() === word);
  if (found) return found;
  const made = parent.command(word).helpCommand(false);
  fillBefore(made, fills);
  return made;
}

/** Lets a command fill the one below it in before that is parsed. */
export function fillBefore(parent: Command, fills: Fill): void {
  parent.hook("preSubcommand", (_, command) => {
    fills.get(command)?.();
    fills.delete(command);
  });
}

function defineOne(
  command: Command,
  derived: Derived,
  { shell, fills, finish }: { shell: Shell; fills: Fill; finish: (code: number) => void },
): void {
  const { key, endpoint } = derived;
  const names = [...key.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  command.description(endpoint.summary);
  for (const name of names) command.argument(`<${positional(key, name)}>`);
  let fields: Field[] = [];
  fills.set(command, () => {
    fields = addFields(command, endpoint);
    addServiceOptions(
      command,
      outputKind(endpoint) === "sse" ? "print a line of JSON for each event" : undefined,
    );
    command.addHelpText("after", `\n${key}`);
  });
  command.action(async (...given) => {
    const positionals = given.slice(0, names.length) as string[];
    const options = command.optsWithGlobals();
    finish(await perform(shell, derived, { positionals, options, fields }));
  });
}

/** A group is described by what it can do. */
function describeGroup(group: Command): void {
  if (group.commands.length === 0 || group.description()) return;
  group.summary(group.commands.map((command) => command.name()).join(", ")).usage("<command>");
}

/** A path parameter as help calls it: the `:id` of `/runs/:id` is a run. */
function positional(key: string, name: string): string {
  const collection = collectionOf(key.split(" ")[1]!, name);
  return name === "id" && collection ? collection.replace(/ies$/, "y").replace(/s$/, "") : kebab(name);
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
