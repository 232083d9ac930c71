import type { ToolRegistration, WorkerKindRegistration } from "../policy/registration.ts";
import { AGENT_TOOLS, agentKind } from "./acp/tools.ts";
import { INSTRUCTION_TOOLS, recipeKind, renameFileTool } from "./builtin/tools.ts";
import { programKind } from "./command/kind.ts";
import { modelKind } from "./model/kind.ts";
import { TOOLS } from "./model/tools/mod.ts";
import { runCommandTool } from "./model/tools/run_command.ts";
import { useConnectorTool } from "./model/tools/use_connector.ts";

/** Every tool that a worker can use, put together from where they are declared. */
export const TOOL_REGISTRATIONS: readonly ToolRegistration[] = [
  ...TOOLS,
  renameFileTool,
  ...AGENT_TOOLS,
];

/** The tool that every shell command of a task counts as. */
export const COMMAND_TOOL = runCommandTool.name;

/** The tool that every action of a connector counts as. */
export const CONNECTOR_TOOL = useConnectorTool.name;

/** Every kind of worker. */
export const WORKER_KINDS: readonly WorkerKindRegistration[] = [
  recipeKind,
  modelKind,
  agentKind,
  programKind,
];

/** The tool that a recorded use of one was: models record its name, recipes the word of the instruction. Null for no tool. */
export function toolNamed(recorded: string): string | null {
  const named = (INSTRUCTION_TOOLS as Readonly<Record<string, string>>)[recorded] ?? recorded;
  return TOOL_REGISTRATIONS.some(({ name }) => name === named) ? named : null;
}
