import type { Command, Option } from "commander";
import { fillIn } from "../derived/define.ts";

/** A position in a command line: the command, the number of arguments before it, and the flag whose value it is. */
export type Position = { command: Command; positionals: string[]; option: Option | null; used: Set<string> };

/** Returns the position after the words typed so far. */
export async function positionOf(program: Command, words: readonly string[]): Promise<Position> {
  const position: Position = { command: program, positionals: [], option: null, used: new Set() };
  for (const word of words) {
    if (position.option) position.option = null;
    else if (word.startsWith("-") && word !== "-") takeFlag(position, word);
    else await step(position, word);
  }
  return position;
}

function takeFlag(position: Position, word: string): void {
  const [flag, ...value] = word.split("=");
  const option = position.command.options.find((one) => one.long === flag || one.short === flag);
  if (!option) return;
  position.used.add(flag!);
  if ((option.required || option.optional) && value.length === 0) position.option = option;
}

async function step(position: Position, word: string): Promise<void> {
  const inner = position.command.commands.find((one) => one.name() === word);
  if (!inner || position.positionals.length > 0) {
    position.positionals.push(word);
    return;
  }
  await fillIn(inner);
  position.command = inner;
}
