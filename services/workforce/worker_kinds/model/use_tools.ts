import type { ModelMessage } from "ai";
import type { ModelReply, ModelToolCall } from "../../../sessions/models/clients/ask_once.ts";
import { fileProblem } from "../../worker_tools/file_problem.ts";
import { Refusal } from "../../worker_tools/refusal.ts";
import { showingChange } from "../../worker_tools/file_change.ts";
import { mayUse, notAllowed } from "../../workers/rights.ts";
import type { WorkerTask } from "../../workers/worker.ts";
import { LIMITS } from "./limits.ts";
import { GIVE_UP, TOOLS } from "../../worker_tools/mod.ts";
import { runCommandTool } from "../../worker_tools/run_command.ts";
import type { WorkerTool } from "../../worker_tools/tool.ts";
import { useConnectorTool } from "../../worker_tools/use_connector.ts";

/** The results of an answer's tool calls. */
type ToolResults = {
  /** The replies for the model. */
  messages: ModelMessage[];
  /** All outputs, to distinguish rounds. */
  outcome: string;
  /** Why the model gave up, if it did. */
  gaveUp: string | null;
};

/** Executes a model's tool calls one after the other, each recorded. Rejects with the signal's reason. */
export async function useTools(
  task: WorkerTask,
  { calls, invalid, finish }: ModelReply,
): Promise<ToolResults> {
  for (const { tool, detail } of invalid) {
    task.report({ kind: "tool_started", tool, summary: `Use ${tool}` });
    task.report({ kind: "tool_failed", tool, summary: detail });
  }
  const outputs: string[] = invalid.map(({ detail }) => detail);
  const results: Extract<ModelMessage, { role: "tool" }>["content"] = [];
  for (const [at, call] of calls.entries()) {
    task.signal.throwIfAborted();
    if (call.tool === GIVE_UP) {
      return { messages: [], outcome: "", gaveUp: (call.input as { reason: string }).reason };
    }
    const { output, failed } = at < LIMITS.callsAtOnce ? await perform(task, call) : {
      output: `At most ${LIMITS.callsAtOnce} tool calls run per answer. Make this call again.`,
      failed: true,
    };
    outputs.push(output);
    results.push({
      type: "tool-result",
      toolCallId: call.id,
      toolName: call.tool,
      output: { type: failed ? "error-text" : "text", value: output },
    });
  }
  const messages: ModelMessage[] = results.length === 0 ? [] : [{ role: "tool", content: results }];
  if (finish === "length" && calls.length + invalid.length === 0) {
    messages.push({
      role: "user",
      content: "Your answer was too long and was cut off. Continue in smaller steps.",
    });
  }
  return { messages, outcome: outputs.join("\n"), gaveUp: null };
}

async function perform(task: WorkerTask, call: ModelToolCall): Promise<{ output: string; failed: boolean }> {
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
