import type { ModelCallRow } from "../../../../store/models/calls_view.ts";
import type { Reads } from "../../../ground/kernel/context.ts";

/** A model that a run called, and how often. */
export type ActualModel = { provider: string; model: string; calls: number; completed: number };

/** Returns the models that a run called, in the order of their first calls. Reads only the run's own calls. */
export const actualModels = ({ store }: Pick<Reads, "store">, runId: string): ActualModel[] =>
  store.projector.tables.all<Pick<ModelCallRow, "provider" | "model"> & { calls: number; completed: number }>(
    `select provider, model, count(*) as calls, sum(status = 'completed') as completed from {model_calls}
     where run_id = ? group by provider, model order by min(sequence)`,
    runId,
  );
