import { basename } from "node:path";
import { INPUT_VARIABLE } from "../../workers/worker.ts";

const PLACEHOLDER = /\{(instructions|file)\}/;

/**
 * Returns the text for `sh -c` that runs a program with exactly these arguments, placeholders filled in. The shell never parses
 * the instructions: they are in single quotes, or in the file that an environment variable of the command names.
 */
export function commandLine(command: readonly string[], instructions: string): string {
  return command.map((argument) =>
    argument.split(PLACEHOLDER).map((part, index) => {
      if (index % 2 === 0) return quote(part);
      return part === "file" ? `"$${INPUT_VARIABLE}"` : quote(instructions);
    }).join("")
  ).join(" ");
}

/** Whether no argument contains the task, so that the program gets it as its input. */
export const takesInput = (command: readonly string[]): boolean =>
  !command.some((argument) => PLACEHOLDER.test(argument));

/** Returns the argument in which a shell would execute the instructions; null without one. */
export function runsInstructions(command: readonly string[]): string | null {
  const shell = command.findIndex((argument) => /^(?:ba|da|z|k|a|fi)?sh$/.test(basename(argument)));
  if (shell < 0) return null;
  const script = command.findIndex((argument, index) => index > shell && /^-[a-z]*c$/.test(argument)) + 1;
  const text = script > 0 ? command[script] : undefined;
  return text?.includes("{instructions}") ? text : null;
}

/** @see POSIX.1-2024, Shell Command Language, 2.2.2 */
const quote = (argument: string): string => `'${argument.replaceAll("'", `'\\''`)}'`;
