import {
  NO_EFFECTS,
  type ToolRegistration,
  type WorkerKindRegistration,
} from "../../ground/policy/registration.ts";
import { createFileTool } from "../worker_tools/create_file.ts";
import { deleteFileTool } from "../worker_tools/delete_file.ts";
import { editFileTool } from "../worker_tools/edit_file.ts";
import { runCommandTool } from "../worker_tools/run_command.ts";
import { useConnectorTool } from "../worker_tools/use_connector.ts";
import type { InstructionKind } from "./language/instruction.ts";

/** Renames a file; recipes and coding agents can, models use the other tools for it. */
export const renameFileTool: ToolRegistration = {
  name: "rename_file",
  label: "Rename a file",
  description: "Renames a file of the repository.",
  policyClass: "repo-write",
  effects: { ...NO_EFFECTS, files: "write" },
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
