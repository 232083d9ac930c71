import { describeEnd } from "../../machine/processes/describe_end.ts";
import type { WorkflowNode } from "../../control/workflows/language/mod.ts";
import type { Worker, WorkerOutcome, WorkerTask } from "../../workforce/workers/worker.ts";
import { isTooDeep, MAX_OUTPUT_BYTES } from "./outputs.ts";
import { mapRecord, recordOf } from "../../../store/shared/records.ts";

type Command = Extract<WorkflowNode, { kind: "command" }>;
/** The result of a command. */
export type CommandOutput = { exitCode: number; stdout: string; json?: unknown; lines?: string[] };

/** Reserved for the fields around the text in an output and for JSON escapes. */
const MAX_TEXT_CHARACTERS = MAX_OUTPUT_BYTES / 4;

/** The worker of a command node: no model is asked, the command runs like any worker's command. */
export function commandNodeWorker(
  node: Command,
  content: Readonly<Record<string, unknown>>,
  give: (output: CommandOutput) => void,
): Worker {
  return {
    provider: "workflow",
    model: "command",
    readiness: () => ({ ready: true }),
    plan: () => ({ tasks: [] }),
    perform: (task) => performCommand(node, content, give, task),
  };
}

/** Runs a node's command; `give` receives the result, also where the command failed. */
export async function performCommand(
  { with: { command, network, outputFormat } }: Command,
  content: Readonly<Record<string, unknown>>,
  give: (output: CommandOutput) => void,
  { report, runCommand }: Pick<WorkerTask, "report" | "runCommand">,
): Promise<WorkerOutcome> {
  const { env, cwd } = content;
  const environment = mapRecord(recordOf(env), asVariable);
  const common = { tool: "run", summary: command.slice(0, 500) };
  report({ kind: "tool_started", ...common });
  const { exitCode, output, timedOut } = await runCommand(command, {
    environment,
    ...(typeof cwd === "string" && { directory: cwd }),
    ...(network && { network }),
  });
  const printed = { output: output.slice(-10_000), exitCode };
  report({ kind: exitCode === 0 ? "tool_completed" : "tool_failed", ...common, ...printed });
  const detail = describeEnd("The command", { exitCode, timedOut });
  if (timedOut) return { ok: false, reason: "timeout", detail };
  const whole = outputOf(exitCode, output, outputFormat);
  // What a command that failed printed must not hide that it failed.
  const isTooMuch = exitCode !== 0 && bytesOf(whole) > MAX_OUTPUT_BYTES;
  give(isTooMuch ? outputOf(exitCode, output, "text") : whole);
  if (exitCode === 0 && outputFormat === "json" && jsonIn(output) === null) {
    const detail = "The output of the command is not JSON, or is nested too deeply.";
    return { ok: false, reason: "invalid_input", detail };
  }
  if (exitCode === 0) return { ok: true, summary: "The command ended with exit code 0." };
  return { ok: false, reason: "command_failed", detail };
}

const bytesOf = (output: CommandOutput): number => new TextEncoder().encode(JSON.stringify(output)).length;

function outputOf(exitCode: number, output: string, format: Command["with"]["outputFormat"]): CommandOutput {
  const stdout = output.slice(-MAX_TEXT_CHARACTERS);
  if (format === "lines") {
    return {
      exitCode,
      stdout,
      // All of them, so that a list that is too long fails the node instead of missing some.
      lines: output.split("\n").filter((line) => line !== ""),
    };
  }
  if (format === "text") return { exitCode, stdout };
  return { exitCode, stdout, ...jsonIn(output) };
}

function jsonIn(text: string): { json: unknown } | null {
  try {
    const json: unknown = JSON.parse(text);
    return isTooDeep(json) ? null : { json };
  } catch {
    return null;
  }
}

/** Returns a value as an environment variable has it. */
export const asVariable = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);
