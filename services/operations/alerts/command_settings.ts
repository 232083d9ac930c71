import { join } from "node:path";
import { z } from "zod";
import { searchPath } from "../../ground/kernel/environment.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { findProgram } from "../../ground/kernel/find_program.ts";
import { jsonProblem } from "../../../store/shared/json_problem.ts";

const settingsSchema = z.strictObject({
  command: z.array(z.string().max(4096)).min(1).max(64),
  timeoutSeconds: z.int().min(1).max(300).default(30),
});

/** The command that a hook runs: a program with its arguments, and how long it may take. */
type AlertCommand = { argv: [program: string, ...rest: string[]]; timeoutMilliseconds: number };

/**
 * The file in which the operator names the command. No request can name it: a token alone must not run programs on this
 * machine.
 */
export const commandPath = (storageDirectory: string): string => join(storageDirectory, "alert-command.json");

/** Returns the command that the file names now. @throws {InvalidError} that says what is wrong, or what to write */
export function readAlertCommand(storageDirectory: string): AlertCommand {
  const path = commandPath(storageDirectory);
  const { command: [name = "", ...rest], timeoutSeconds } = settingsOf(path);
  const program = findProgram(name, searchPath());
  if (program === null) throw new InvalidError(`${path} names ${name}, but there is no such program.`);
  return { argv: [program, ...rest], timeoutMilliseconds: timeoutSeconds * 1000 };
}

function settingsOf(path: string): z.output<typeof settingsSchema> {
  let text: string;
  try {
    text = Deno.readTextFileSync(path);
  } catch (cause) {
    const example = `{ "command": ["/usr/local/bin/call-me"] }`;
    throw new InvalidError(`No command is configured. Write one to ${path}, such as ${example}.`, { cause });
  }
  const parsed = settingsSchema.safeParse(jsonOf(text, path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? ` at ${issue.path.join(".")}` : "";
  throw new InvalidError(`${path} is not valid${where}: ${issue?.message}.`);
}

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidError(`${path} is not valid JSON: ${jsonProblem(cause)}.`, { cause });
  }
}
