import { basename } from "node:path";
import type { WorkerOutcome, WorkerTask } from "../../workers/worker.ts";
import { commandLine, takesInput } from "./command_line.ts";
import { withOutside } from "../../workers/outside.ts";
import { ProgramOutput } from "./stream_json.ts";
import { whyNotEnforceable } from "../../workers/rights.ts";
import type { CommandDefinition } from "./definition.ts";
import { programRegistration } from "./tools.ts";

/** How much of the program's output is shown with a failure. */
const LAST_LINES = 20;

/**
 * Has the program do the task in the worktree. Its exit code says whether it succeeded; git finds what it changed.
 *
 * @throws the signal's reason when it was halted
 */
export async function performCommand(
  definition: CommandDefinition,
  task: WorkerTask,
): Promise<WorkerOutcome> {
  const { command, network = false, allowUnsandboxed = false } = definition;
  const tool = basename(command[0] ?? "");
  task.signal.throwIfAborted();
  const reason = whyNotEnforceable(task.profile, `The program ${tool}`, programRegistration.cannotWithhold);
  if (reason !== null) return { ok: false, reason: "policy_blocked", detail: reason };
  task.report({ kind: "tool_started", tool, summary: `Do the task: ${firstLine(task.instructions)}` });
  const said = new ProgramOutput(task);
  const instructions = `${task.instructions}${withOutside(task.outside)}`;
  const { exitCode, output, timedOut } = await task.runCommand(commandLine(command, instructions), {
    purpose: "agent",
    input: instructions,
    readsInput: takesInput(command),
    network,
    onOutput: (text) => said.push(text),
    onlyConfined: !allowUnsandboxed,
    ...(command[0]?.startsWith("/") && { programs: [command[0]] }),
  });
  task.signal.throwIfAborted();
  said.finish();
  const ok = exitCode === 0 && !timedOut;
  const end = timedOut ? "took too long and was stopped" : `ended with exit code ${exitCode}`;
  task.report({
    kind: ok ? "tool_completed" : "tool_failed",
    tool,
    summary: `${tool} ${end}`,
    output,
    exitCode,
    shown: { output: "" }, // the transcript already has it
  });
  if (ok) return { ok: true, summary: lastLines(output, 1) || `${tool} ${end}.` };
  return {
    ok: false,
    reason: timedOut ? "timeout" : "command_failed",
    detail: `The program ${tool} of the provider "${definition.id}" ${end}. ${lastOf(output)}`,
  };
}

const lastOf = (output: string): string => {
  const lines = lastLines(output, LAST_LINES);
  return lines === "" ? "It printed nothing." : `Its last lines:\n${lines}`;
};

const lastLines = (output: string, count: number): string =>
  output.trimEnd().split("\n").slice(-count).map((line) => line.slice(0, 500)).join("\n").trim();

const firstLine = (text: string): string => text.trim().split("\n", 1)[0]!.slice(0, 200);
