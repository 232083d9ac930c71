import { useEffect, useState } from "preact/hooks";
import { useFrame } from "../../shell/mod.ts";

/** A worker that can be chosen: provider and model as one value, with a label. */
type WorkerChoice = { value: string; label: string };

/** Returns the known workers, ready ones first. */
export function useWorkers(): readonly WorkerChoice[] {
  const { call } = useFrame();
  const [workers, setWorkers] = useState<readonly WorkerChoice[]>([]);
  useEffect(() => {
    call("GET /model-catalog").then((models) => {
      const sorted = models.toSorted((a, b) => Number(b.ready) - Number(a.ready));
      setWorkers(sorted.map(({ provider, model, ready }) => ({
        value: `${provider}\n${model}`,
        label: `${provider} · ${model}${ready ? "" : " (not ready)"}`,
      })));
    }, () => {});
  }, []);
  return workers;
}
