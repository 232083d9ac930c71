import type { Derived, ListedCommand } from "./command.ts";
import { readCommands } from "./command_file.ts";

/** Returns every endpoint's command, without what only the called one needs. */
export const listCommands = async (): Promise<ListedCommand[]> =>
  await readCommands("list") as ListedCommand[];

/** Returns the command that these words name, or null. */
export const commandNamed = (
  commands: readonly ListedCommand[],
  words: readonly string[],
): ListedCommand | null =>
  commands.filter((command) => command.words.every((word, i) => word === words[i]))
    .toSorted((a, b) => b.words.length - a.words.length)[0] ?? null;

/** Returns the complete command, from those of its domain. */
export async function describedCommand({ key, domain }: ListedCommand): Promise<Derived> {
  const commands = await readCommands(domain) as Derived[];
  return commands.find((command) => command.key === key)!;
}

/** Returns the fields that `--fields` accepts for a command. */
export const answerFieldsOf = ({ answerFields }: Derived): string[] =>
  answerFields.split(",").filter(Boolean);
