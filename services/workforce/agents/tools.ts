import {
  NO_EFFECTS,
  type ToolRegistration,
  type WorkerKindRegistration,
} from "../../ground/policy/registration.ts";
import { renameFileTool } from "../recipes/tools.ts";
import { createFileTool } from "../worker_tools/create_file.ts";
import { deleteFileTool } from "../worker_tools/delete_file.ts";
import { editFileTool } from "../worker_tools/edit_file.ts";
import { listFilesTool } from "../worker_tools/list_files.ts";
import { readFileTool } from "../worker_tools/read_file.ts";
import { runCommandTool } from "../worker_tools/run_command.ts";
import { searchTool } from "../worker_tools/search.ts";
import { type AgentToolCall, commandOf } from "./tool_call.ts";

const fetchUrlTool: ToolRegistration = {
  name: "fetch_url",
  claudeNames: ["WebFetch"],
  label: "Fetch an address",
  description: "Requests a network address with a coding agent's own tool.",
  policyClass: "external-write",
  effects: { ...NO_EFFECTS, network: "any" },
};

const agentActionTool: ToolRegistration = {
  name: "agent_action",
  label: "Other action of an agent",
  description: "Anything else that a coding agent does with its own tools.",
  policyClass: "external-write",
  effects: { ...NO_EFFECTS, files: "write", network: "any" },
};

/** Tools that only coding agents have. */
export const AGENT_TOOLS: readonly ToolRegistration[] = [fetchUrlTool, agentActionTool];

/** The tools by the kinds that the protocol gives to calls. `think` and `switch_mode` affect nothing. */
const BY_KIND: Readonly<Record<string, string | null>> = {
  read: readFileTool.name,
  search: searchTool.name,
  edit: editFileTool.name,
  delete: deleteFileTool.name,
  move: renameFileTool.name,
  execute: runCommandTool.name,
  fetch: fetchUrlTool.name,
  think: null,
  switch_mode: null,
};

/** Returns the tools of an agent's call; its content counts for more than the kind it declares. */
export function toolsOfCall(call: AgentToolCall): string[] {
  const diffs = call.diffs.map(({ oldText }) => oldText === null ? createFileTool.name : editFileTool.name);
  const commands = commandOf(call) === undefined ? [] : [runCommandTool.name];
  const kind = call.kind in BY_KIND ? BY_KIND[call.kind] : agentActionTool.name;
  // Agents also use the kind "edit" for new files; the diff tells which they are.
  const named = kind && !(kind === editFileTool.name && diffs.length > 0) ? [kind] : [];
  return [...new Set([...diffs, ...commands, ...named])];
}

/** Returns the tool for a change that git found. */
export const toolOfChange = ({ oldMode, newMode }: { oldMode: string; newMode: string }): string =>
  Number(oldMode) === 0
    ? createFileTool.name
    : Number(newMode) === 0
    ? deleteFileTool.name
    : editFileTool.name;

/** Coding agents: their requests are checked, and their unrequested changes; they read on their own. */
export const agentRegistration: WorkerKindRegistration<"agent"> = {
  id: "agent",
  label: "Coding agent",
  description: "A coding agent that speaks the Agent Client Protocol, in a sandbox.",
  tools: [
    listFilesTool,
    readFileTool,
    searchTool,
    editFileTool,
    createFileTool,
    deleteFileTool,
    renameFileTool,
    runCommandTool,
    ...AGENT_TOOLS,
  ].map(({ name }) => name),
  cannotWithhold: [listFilesTool, readFileTool, searchTool].map(({ name }) => name),
};
