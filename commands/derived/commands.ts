import type { Derived, Listed } from "./command.ts";
import index from "./domains/index.json" with { type: "json" };
import { LOADERS } from "./domains/commands.later.ts";

/** Every endpoint's command, without what only the called one needs. */
export const COMMANDS = index as Listed[];

/** Returns the command that these words name, or null. */
export const commandNamed = (words: readonly string[]): Listed | null =>
  COMMANDS.filter((command) => command.words.every((word, i) => word === words[i]))
    .toSorted((a, b) => b.words.length - a.words.length)[0] ?? null;

/** Returns the complete command, from the file of its domain. */
export async function describedCommand({ key, domain }: Listed): Promise<Derived> {
  const commands = (await LOADERS[domain]()).default as Derived[];
  return commands.find((command) => command.key === key)!;
}

/** Returns the fields that `--fields` accepts for a command. */
export const answerFieldsOf = ({ answerFields }: Derived): string[] =>
  answerFields.split(",").filter(Boolean);
