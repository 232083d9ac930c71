import { NO_EFFECTS, type ToolRegistration, type WorkerKindRegistration } from "../../policy/registration.ts";
import { createFileTool } from "../model/tools/create_file.ts";
import { deleteFileTool } from "../model/tools/delete_file.ts";
import { editFileTool } from "../model/tools/edit_file.ts";
import { runCommandTool } from "../model/tools/run_command.ts";
import type { InstructionKind } from "./language/instruction.ts";

/** Renames a file; recipes and coding agents can, models use the other tools for it. */
export const renameFileTool: ToolRegistration = {
  name: "rename_file",
  label: "Rename a file",
  description: "Renames a file of the repository.",
  policyClass: "repo-write",
  effects: { ...NO_EFFECTS, files: "write" },
};

/** Performs an action of a connector that a human enabled; a human approves each use. */
export const useConnectorTool: ToolRegistration = {
  name: "use_connector",
  label: "Use a connector",
  description: "Performs one action of an enabled connector once, after a human has approved that action.",
  policyClass: "external-write",
  effects: { ...NO_EFFECTS, network: "any", secrets: true, money: true, device: true },
};

/** The tool for each instruction of a recipe. */
export const INSTRUCTION_TOOLS: Readonly<Record<InstructionKind, string>> = {
  create: createFileTool.name,
  append: editFileTool.name,
  prepend: editFileTool.name,
  replace: editFileTool.name,
  rename: renameFileTool.name,
  delete: deleteFileTool.name,
  run: runCommandTool.name,
  use: useConnectorTool.name,
};

/** Recipes: each instruction is checked where it is performed. */
export const recipeKind: WorkerKindRegistration = {
  id: "recipe",
  label: "Recipe",
  description: "Carries out a recipe line by line, without a model.",
  tools: [...new Set(Object.values(INSTRUCTION_TOOLS))],
  cannotWithhold: [],
};
