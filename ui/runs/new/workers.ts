import { useEffect, useState } from "preact/hooks";
import type { Privacy } from "../../../store/shared/enumerations.ts";
import { useFrame } from "../../shell/mod.ts";

/** A worker that can be chosen: provider and model as one value, with a label, and where what it reads goes to. */
export type WorkerChoice = { value: string; label: string; name: string; privacy: Privacy };

/** Returns the known workers, ready ones first. */
export function useWorkers(): readonly WorkerChoice[] {
  const { call } = useFrame();
  const [workers, setWorkers] = useState<readonly WorkerChoice[]>([]);
  useEffect(() => {
    call("GET /model-catalog").then((models) => {
      const sorted = models.toSorted((a, b) => Number(b.ready) - Number(a.ready));
      setWorkers(sorted.map(({ provider, model, ready, privacy }) => {
        const name = `${provider} · ${model}`;
        return {
          value: `${provider}\n${model}`,
          label: `${name}${ready ? "" : " (not ready)"}`,
          name,
          privacy,
        };
      }));
    }, () => {});
  }, []);
  return workers;
}

/** Returns the options of a select of workers, with the value that it has even if that worker is not known. */
export const withWorker = (
  workers: readonly WorkerChoice[],
  value: string,
): readonly { value: string; label: string }[] =>
  value === "" || workers.some((worker) => worker.value === value)
    ? workers
    : [...workers, { value, label: value.replace("\n", " · ") }];

/** Returns a worker of a select as a request names it; null for none. */
export function workerIn(value: string): { provider: string; model?: string } | null {
  const [provider, model] = value.split("\n");
  return provider ? { provider, ...(model && { model }) } : null;
}
