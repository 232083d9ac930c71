import type { RunCommand } from "../../worker.ts";
import type { Instruction } from "../language/instruction.ts";
import { Refusal } from "./refusal.ts";

const LAST_LINES = 20;

/** What a command that succeeded leaves for the record. */
export type CommandReport = { summary: string; output: string; exitCode: number };

/**
 * Runs a command through the executor; what it changes in the directory stays.
 *
 * @throws {Refusal} when it ends with another code than 0 (with its last lines) or runs out of time (`timeout`)
 */
export async function run(
  runCommand: RunCommand,
  { command }: Extract<Instruction, { kind: "run" }>,
  signal: AbortSignal,
): Promise<CommandReport> {
  const { exitCode, output, timedOut } = await runCommand(command);
  signal.throwIfAborted();
  if (timedOut) {
    throw new CommandRefusal(
      `The command \`${cut(command)}\` ran out of time.${tail(output)}`,
      "timeout",
      output,
    );
  }
  if (exitCode !== 0) {
    const sentence = `The command \`${cut(command)}\` failed with the exit code ${exitCode}.${tail(output)}`;
    throw new CommandRefusal(sentence, "invalid_input", output, exitCode);
  }
  return { summary: `Ran ${cut(command)}`, output, exitCode };
}

/** A command that failed, with what the record keeps of it. */
export class CommandRefusal extends Refusal {
  constructor(
    message: string,
    reason: Refusal["reason"],
    readonly output: string,
    readonly exitCode?: number,
  ) {
    super(message, reason);
  }
}

function tail(output: string): string {
  const lines = output.trimEnd().split("\n");
  if (lines.join("") === "") return " It printed nothing.";
  return ` Its last lines:\n${lines.slice(-LAST_LINES).map((line) => line.slice(-500)).join("\n")}`;
}

function cut(command: string): string {
  return command.length > 200 ? `${command.slice(0, 200)}…` : command;
}
