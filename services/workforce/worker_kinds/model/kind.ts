import type { WorkerKindRegistration } from "../../../ground/policy/registration.ts";
import { TOOLS } from "../../worker_tools/mod.ts";

/** Models: each tool is checked where it is performed. */
export const modelKind: WorkerKindRegistration = {
  id: "model",
  label: "Model",
  description: "A model whose tools this service provides and executes.",
  tools: TOOLS.map(({ name }) => name),
  cannotWithhold: [],
};
