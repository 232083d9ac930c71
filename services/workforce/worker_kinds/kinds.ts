import type { ToolRegistration } from "../../ground/policy/registration.ts";
import type { ProviderDefinition } from "../../sessions/provider_kinds/definition.ts";
import type { PROVIDER_KINDS } from "../../sessions/provider_kinds/kinds/table.ts";
import { agentKind } from "../agents/kind.ts";
import { AGENT_TOOLS } from "../agents/tools.ts";
import { recipeKind } from "../recipes/kind.ts";
import { INSTRUCTION_TOOLS, renameFileTool } from "../recipes/tools.ts";
import { programKind } from "./command/kind.ts";
import { modelKind } from "./model/kind.ts";
import { TOOLS } from "../worker_tools/mod.ts";
import { runCommandTool } from "../worker_tools/run_command.ts";
import type { WorkerKind } from "../workers/worker_kind.ts";
import { isKeyOf } from "../../../store/shared/records.ts";

/** Every tool that a worker can use, collected from their declarations. */
export const TOOL_REGISTRATIONS: readonly ToolRegistration[] = [
  ...TOOLS,
  renameFileTool,
  ...AGENT_TOOLS,
];

/** The tool for every shell command of a task. */
export const COMMAND_TOOL = runCommandTool.name;

/** The kinds of workers that kinds of providers name. */
type WorkerId = (typeof PROVIDER_KINDS)[number]["worker"];

/** The kinds of workers; one that a kind of provider names and that is missing here does not compile. */
const KINDS = {
  recipe: recipeKind,
  model: modelKind,
  agent: agentKind,
  program: programKind,
} satisfies { [Id in WorkerId]: WorkerKind<Id> };

/** Every kind of worker. */
export const WORKER_KINDS = Object.values(KINDS);

/** Returns the kind of worker that does tasks with a provider's models. */
export const workerKindOf = ({ kind }: Pick<ProviderDefinition, "kind">): WorkerKind =>
  KINDS[kind.worker as WorkerId];

/** Returns the tool of a recorded use: models record its name, recipes the word of the instruction. Null without one. */
export function toolNamed(recorded: string): string | null {
  const named = isKeyOf(INSTRUCTION_TOOLS, recorded) ? INSTRUCTION_TOOLS[recorded] : recorded;
  return TOOL_REGISTRATIONS.some(({ name }) => name === named) ? named : null;
}
