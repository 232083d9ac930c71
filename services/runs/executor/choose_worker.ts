import type { RunDocument } from "../../../store/runs/document.ts";
import type { Service } from "../../context.ts";
import type { Worker } from "../../models/workers/worker.ts";

/** The worker for a run, or why there is none yet and what a person does about it. */
export type Choice = { worker: Worker } | { missing: string };

/** How long a run waits for a provider. */
export const PROVIDER_PATIENCE_MILLISECONDS = 24 * 60 * 60 * 1000;

/** The worker that the run names; the first that is ready where it names none. */
export function chooseWorker(service: Pick<Service, "workers">, run: Pick<RunDocument, "worker">): Choice {
  const ready = service.workers.filter((worker) => worker.readiness().ready);
  if (!run.worker) {
    return ready[0] ? { worker: ready[0] } : { missing: `No worker is ready. ${readyNames(ready)}` };
  }
  const { provider, model } = run.worker;
  const named = service.workers.filter((worker) => worker.provider === provider);
  const worker = named.find((candidate) => model === undefined || candidate.model === model);
  if (!worker) {
    const what = named.length > 0
      ? `The provider "${provider}" has no model "${model}".`
      : `There is no provider "${provider}".`;
    return { missing: `${what} ${readyNames(ready)} Retry the run with one of them, or configure that one.` };
  }
  const readiness = worker.readiness();
  if (readiness.ready) return { worker };
  return {
    missing: `The provider "${provider}" is not ready: ${readiness.reason} ${readiness.fix} ${
      readyNames(ready)
    }`,
  };
}

const readyNames = (ready: readonly Worker[]): string =>
  ready.length === 0
    ? "No provider is ready."
    : `Ready: ${ready.map((worker) => `${worker.provider}/${worker.model}`).join(", ")}.`;
