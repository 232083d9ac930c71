import { useEffect, useState } from "preact/hooks";
import { useFrame } from "../../shell/mod.ts";

/** A worker that can be named: provider and model as one value, and how it is called. */
export type WorkerChoice = { value: string; label: string };

/** The workers that the service knows of, those that are ready first. */
export function useWorkers(): readonly WorkerChoice[] {
  const { call } = useFrame();
  const [workers, setWorkers] = useState<readonly WorkerChoice[]>([]);
  useEffect(() => {
    call("GET /control-plane/status").then(({ providerHealth }) => {
      const ready = (status: string) => status === "ready" ? 0 : 1;
      const sorted = providerHealth.toSorted((a, b) => ready(a.status) - ready(b.status));
      setWorkers(sorted.map(({ provider, model, status }) => ({
        value: `${provider}\n${model}`,
        label: `${provider} · ${model}${status === "ready" ? "" : " (not ready)"}`,
      })));
    }, () => {});
  }, []);
  return workers;
}
