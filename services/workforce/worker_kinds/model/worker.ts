import type { Core } from "../../../ground/kernel/context.ts";
import type { ModelsLive } from "../../../sessions/models/providers/settings/live.ts";
import type { ModelCandidate } from "../../../sessions/models/clients/candidate.ts";
import type { Worker } from "../../workers/worker.ts";
import type { Readiness } from "../../../sessions/models/providers/readiness.ts";

/** Lets models do the work: the first of `candidates`, and those after it when it fails. */
export function modelWorker(
  service: Core & ModelsLive,
  candidates: readonly ModelCandidate[],
  readiness: () => Readiness,
): Worker {
  const [{ provider, model }] = candidates as [ModelCandidate];
  return {
    elsewhere: "tools",
    provider: provider.id,
    model: model.id,
    readiness,
    stopsBetweenTools: true,
    plan: async (request, mode, planning) => {
      const { planWithModel } = await import("./plan.ts");
      return await planWithModel({ service, candidates, planning }, request, mode);
    },
    perform: async (task) => await (await import("./perform.ts")).performWithModel(service, task, candidates),
  };
}
