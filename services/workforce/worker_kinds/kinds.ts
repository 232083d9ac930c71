import type { ToolRegistration, WorkerKindRegistration } from "../../ground/policy/registration.ts";
import { AGENT_TOOLS, agentKind } from "../agents/tools.ts";
import { INSTRUCTION_TOOLS, recipeKind, renameFileTool } from "../recipes/tools.ts";
import { programKind } from "./command/kind.ts";
import { modelKind } from "./model/kind.ts";
import { TOOLS } from "../worker_tools/mod.ts";
import { runCommandTool } from "../worker_tools/run_command.ts";

/** Every tool that a worker can use, collected from their declarations. */
export const TOOL_REGISTRATIONS: readonly ToolRegistration[] = [
  ...TOOLS,
  renameFileTool,
  ...AGENT_TOOLS,
];

/** The tool for every shell command of a task. */
export const COMMAND_TOOL = runCommandTool.name;

/** Every kind of worker. */
export const WORKER_KINDS: readonly WorkerKindRegistration[] = [
  recipeKind,
  modelKind,
  agentKind,
  programKind,
];

/** Returns the tool of a recorded use: models record its name, recipes the word of the instruction. Null without one. */
export function toolNamed(recorded: string): string | null {
  const named = (INSTRUCTION_TOOLS as Readonly<Record<string, string>>)[recorded] ?? recorded;
  return TOOL_REGISTRATIONS.some(({ name }) => name === named) ? named : null;
}
