import { readinessOf } from "../../../sessions/models/providers/readiness.ts";
import { TOOLS } from "../../worker_tools/mod.ts";
import type { WorkerKind } from "../../workers/worker_kind.ts";
import { modelWorker } from "./worker.ts";

/** Models: each tool is checked where it is performed. */
export const modelKind: WorkerKind<"model"> = {
  id: "model",
  label: "Model",
  description: "A model whose tools this service provides and executes.",
  tools: TOOLS.map(({ name }) => name),
  cannotWithhold: [],
  recipesOnly: false,
  make: (service, provider, model, standIns) =>
    modelWorker(service, [{ provider, model }, ...standIns], () => readinessOf(service, provider)),
  readiness: () => ({ ready: true }),
  upstream: (_, provider) => provider,
  installed: null,
};
