import type { ModelMessage } from "ai";
import type { ModelReply, ModelToolCall } from "../../../sessions/models/clients/ask_once.ts";
import type { ToolUse, WorkerTask } from "../../workers/worker.ts";
import { LIMITS } from "./limits.ts";
import { GIVE_UP } from "../../worker_tools/mod.ts";
import { readSkillTool } from "../../worker_tools/read_skill.ts";
import { useTool } from "../../worker_tools/use_tool.ts";
import { useConnectorTool } from "../../worker_tools/use_connector.ts";
import { recordOf } from "../../../../store/shared/records.ts";

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
      return { messages: [], outcome: "", gaveUp: String(recordOf(call.input).reason) };
    }
    const { output, failed } = at < LIMITS.callsAtOnce ? await use(task, call) : {
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

/** Tools that need no files: they are used where the control plane is. */
const WITHOUT_FILES: readonly string[] = [readSkillTool.name, useConnectorTool.name];

const use = (task: WorkerTask, call: ModelToolCall): Promise<ToolUse> =>
  task.useTool && !WITHOUT_FILES.includes(call.tool) ? task.useTool(call) : useTool(task, call);
