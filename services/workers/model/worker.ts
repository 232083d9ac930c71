import type { Candidate } from "../../models/clients/candidate.ts";
import type { Worker } from "../worker.ts";
import type { Readiness } from "../../models/providers/readiness.ts";

/** Lets models do the work: the first of `candidates`, and those after it when it fails. */
export function modelWorker(candidates: readonly Candidate[], readiness: () => Readiness): Worker {
  const [{ provider, model }] = candidates as [Candidate];
  return {
    provider: provider.id,
    model: model.id,
    readiness,
    plan: async (request, mode, planning) =>
      await (await import("./plan.ts")).planWithModel(request, mode, planning, candidates),
    perform: async (task) => await (await import("./perform.ts")).performWithModel(task, candidates),
  };
}
