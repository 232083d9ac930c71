import { sha256 } from "../../../../store/chain.ts";
import type { WorkerTask } from "../../workers/worker.ts";
import type { Instruction } from "../language/instruction.ts";
import { Refusal } from "../../worker_tools/refusal.ts";
import { ellipsis } from "../../../ground/kernel/words.ts";
import { shownCommand } from "../../../ground/policy/shown.ts";

const LAST_LINES = 20;

/** What a recipe's command needs from its task. */
export type CommandTask = Pick<WorkerTask, "ask" | "mayRun" | "runCommand" | "signal">;

/** What the record shows of a successful command. */
export type CommandReport = { summary: string; output: string; exitCode: number };

/**
 * Runs a command through the executor; its changes in the directory stay.
 *
 * @throws {Refusal} when its exit code is not 0 (with its last lines) or it times out (`timeout`)
 */
export async function run(
  { runCommand, ask, mayRun, signal }: CommandTask,
  { command }: Extract<Instruction, { kind: "run" }>,
): Promise<CommandReport> {
  const network = !await mayRun(command) && await askFor(command, ask);
  const { exitCode, output, timedOut } = await runCommand(command, { network });
  signal.throwIfAborted();
  if (timedOut) {
    throw new CommandRefusal(
      `The command \`${cut(command)}\` timed out.${tail(output)}`,
      "timeout",
      output,
    );
  }
  if (exitCode !== 0) {
    const sentence = `The command \`${cut(command)}\` failed with exit code ${exitCode}.${tail(output)}`;
    throw new CommandRefusal(sentence, "command_failed", output, exitCode);
  }
  return { summary: `Ran ${cut(command)}`, output, exitCode };
}

/** Returns whether it may use the network. Throws a `Refusal` where it is not allowed. */
async function askFor(command: string, ask: WorkerTask["ask"]): Promise<boolean> {
  const answer = await ask({
    key: `command:${sha256(command)}`,
    kind: "command",
    title: `Let the recipe run: ${cut(command)}`,
    detail: shownCommand(command),
    command,
  });
  if (answer.decision === "approved") return answer.network;
  throw new Refusal(answer.sentence ?? `A human did not allow \`${cut(command)}\`.`, "policy_blocked");
}

/** A failed command, with what the record shows of it. */
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

const cut = (command: string): string => ellipsis(command, 200);
