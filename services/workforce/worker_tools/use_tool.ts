import type { ToolUse, WorkerTask } from "../workers/worker.ts";
import { mayUse, notAllowed } from "../workers/rights.ts";
import { showingChange } from "./file_change.ts";
import { fileProblem } from "./file_problem.ts";
import { GIVE_UP, TOOLS } from "./mod.ts";
import { Refusal } from "./refusal.ts";
import { runCommandTool } from "./run_command.ts";
import type { WorkerTool } from "./tool.ts";
import { useConnectorTool } from "./use_connector.ts";

/** Uses a tool as a model asks for it, and reports that. Returns the output for the model. Rejects with the signal's reason. */
export async function useTool(
  task: WorkerTask,
  call: { tool: string; input: unknown },
): Promise<ToolUse> {
  const tool = TOOLS.find(({ name }) => name === call.tool);
  if (!tool) return noSuchTool(task, call.tool);
  const { summary, path } = tool.about(call.input);
  const common = { tool: tool.name, ...(path !== undefined && { path: path.slice(0, 500) }) };
  task.report({ kind: "tool_started", ...common, summary });
  try {
    // A model can call a tool that it was not offered.
    if (!mayUse(task.profile, tool.name)) throw new Refusal(notAllowed(task.profile, tool.name));
    const changes = tool.effects.files === "write" ? path : undefined;
    const { done, diff } = await showingChange(
      task.directory,
      changes,
      () => tool.perform(call.input, task),
    );
    const { summary: did, output, recorded, exitCode } = done;
    task.report({
      kind: "tool_completed",
      ...common,
      summary: did,
      ...(recorded !== undefined && { output: recorded }),
      ...(exitCode !== undefined && { exitCode }),
      shown: diff === undefined ? { output: recorded ?? output } : { diff },
    });
    return { output, failed: false };
  } catch (error) {
    task.signal.throwIfAborted();
    const sentence = refusalOf(error, tool, summary);
    task.report({ kind: "tool_failed", ...common, summary: sentence ?? `${summary}: stopped` });
    if (sentence === null) throw error;
    return { output: sentence, failed: true };
  }
}

/** Replies to a model that names a tool which does not exist, or which only other workers have. */
function noSuchTool({ profile, report }: WorkerTask, name: string): { output: string; failed: true } {
  const tool = name.slice(0, 100);
  const offered = [...TOOLS.map((each) => each.name).filter((each) => mayUse(profile, each)), GIVE_UP];
  const output = `A model has no tool "${tool}". It has: ${offered.join(", ")}.`;
  report({ kind: "tool_started", tool, summary: `Use ${tool}` });
  report({ kind: "tool_failed", tool, summary: output });
  return { output, failed: true };
}

/** Tools that work through other programs: their errors are not about files. */
const OUTSIDE: readonly string[] = [runCommandTool.name, useConnectorTool.name];

/** Returns the message for an error that the model can correct; null for any other. */
function refusalOf(error: unknown, tool: WorkerTool, summary: string): string | null {
  if (error instanceof Refusal) return error.message;
  const problem = OUTSIDE.includes(tool.name) ? null : fileProblem(error);
  return problem === null ? null : `${summary} failed: ${problem}.`;
}
