import type { Derived } from "./command.ts";
import described from "./commands.json" with { type: "json" };

/** Every endpoint's command, as it was read off the contracts. */
export const COMMANDS = described as Derived[];

/** The one command that these words name; null where they name none. */
export const commandNamed = (words: readonly string[]): Derived | null =>
  COMMANDS.filter((command) => command.words.every((word, i) => word === words[i]))
    .toSorted((a, b) => b.words.length - a.words.length)[0] ?? null;

/** What `--fields` can name of a command's answer. */
export const answerFieldsOf = ({ answerFields }: Derived): string[] =>
  answerFields.split(",").filter(Boolean);
