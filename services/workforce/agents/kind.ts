import { modelsOf } from "../../sessions/models/providers/models.ts";
import type { WorkerKind } from "../workers/worker_kind.ts";
import { agentReadiness, agentSetupOf } from "./setup.ts";
import { agentRegistration } from "./tools.ts";
import { agentWorker } from "./worker.ts";

/** Coding agents: separate programs whose model traffic goes through another provider. */
export const agentKind: WorkerKind<"agent"> = {
  ...agentRegistration,
  recipesOnly: false,
  make: (service, provider, model) => agentWorker(service, provider, model.id),
  readiness: agentReadiness,
  upstream: (service, provider) => {
    const setup = agentSetupOf(service, provider);
    return "reason" in setup ? setup : setup.upstream;
  },
  installed: (service, provider) => {
    const setup = agentSetupOf(service, provider);
    if ("reason" in setup) return { state: "not_ready", detail: setup.reason };
    const { upstream } = setup;
    return modelsOf(service, upstream).length === 0
      ? { state: "not_ready", detail: `It uses ${upstream.label}, which has no known models.` }
      : { state: "ready", detail: `It is installed and uses ${upstream.label}.` };
  },
};
