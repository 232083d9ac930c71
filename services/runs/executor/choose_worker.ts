import type { RunDocument } from "../../../store/runs/document.ts";
import type { Service } from "../../context.ts";
import { readyModel, readyWorkers, resolveWorker } from "../../models/workers/resolve.ts";
import type { Worker } from "../../models/workers/worker.ts";

/** The worker for a run, or why there is none yet and what a person does about it. */
export type Choice = { worker: Worker } | { missing: string };

/** How long a run waits for a provider. */
export const PROVIDER_PATIENCE_MILLISECONDS = 24 * 60 * 60 * 1000;

type Wanted = { provider: string; model?: string | undefined };

/**
 * The worker of a run: whoever planned it; else the one that it names; else, by the request, the one that understands it as
 * a recipe or the model that routing chooses.
 */
export function chooseWorker(
  service: Service,
  run: Pick<RunDocument, "worker" | "plannedBy">,
  request: string,
): Choice {
  const wanted = run.plannedBy ?? run.worker;
  return wanted ? named(service, wanted) : unnamed(service, request);
}

function unnamed(service: Service, request: string): Choice {
  const own = service.workers.filter((worker) => worker.readiness().ready);
  const understands = own.find(({ read }) => !read || "tasks" in read(request, "parallel"));
  if (understands) return { worker: understands };
  const candidate = readyModel(service);
  const model = candidate &&
    resolveWorker(service, { provider: candidate.provider.id, model: candidate.model.id });
  if (model && "worker" in model) return model;
  return own[0] ? { worker: own[0] } : { missing: `No worker is ready. ${readyNames(service)}` };
}

function named(service: Service, wanted: Wanted): Choice {
  const found = find(service, wanted);
  if ("unknown" in found) {
    const advice = "Retry the run with one of them, or configure that one.";
    return { missing: `${found.unknown} ${readyNames(service)} ${advice}` };
  }
  const readiness = found.worker.readiness();
  if (readiness.ready) return found;
  return {
    missing: `The provider "${wanted.provider}" is not ready: ${readiness.reason} ${readiness.fix} ${
      readyNames(service)
    }`,
  };
}

function find(service: Service, wanted: Wanted): { worker: Worker } | { unknown: string } {
  const { provider, model } = wanted;
  const own = service.workers.filter((worker) => worker.provider === provider);
  if (own.length === 0) return resolveWorker(service, wanted);
  const worker = own.find((candidate) => model === undefined || candidate.model === model);
  return worker ? { worker } : { unknown: `The provider "${provider}" has no model "${model}".` };
}

function readyNames(service: Service): string {
  const own = service.workers.filter((worker) => worker.readiness().ready).map(({ provider, model }) =>
    `${provider}/${model}`
  );
  const ready = [...own, ...readyWorkers(service)];
  return ready.length === 0 ? "No provider is ready." : `Ready: ${ready.join(", ")}.`;
}
