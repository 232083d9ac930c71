import type { Derived, Listed } from "./command.ts";
import index from "./domains/index.json" with { type: "json" };
import { LOADERS } from "./domains/commands.later.ts";

/** Every endpoint's command, as it was read off the contracts, without what only the called one needs. */
export const COMMANDS = index as Listed[];

/** The one command that these words name; null where they name none. */
export const commandNamed = (words: readonly string[]): Listed | null =>
  COMMANDS.filter((command) => command.words.every((word, i) => word === words[i]))
    .toSorted((a, b) => b.words.length - a.words.length)[0] ?? null;

/** The whole of a command; reads the file of its domain. */
export async function describedCommand({ key, domain }: Listed): Promise<Derived> {
  const commands = (await LOADERS[domain]()).default as Derived[];
  return commands.find((command) => command.key === key)!;
}

/** What `--fields` can name of a command's answer. */
export const answerFieldsOf = ({ answerFields }: Derived): string[] =>
  answerFields.split(",").filter(Boolean);
