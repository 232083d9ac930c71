import { combinationStream } from "../../../store/combinations/stream.ts";
import { erase } from "../../../store/erase.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";

/** Erases what was recorded of the combinations of a run with others, in the caller's unit. */
export function eraseCombinations(ctx: Ctx, runId: string): void {
  const rows = ctx.store.documents.tables.all<{ combination_id: string }>(
    "select combination_id from {combination_runs} where run_id = ? order by combination_id",
    runId,
  );
  for (const { combination_id: id } of rows) {
    const [tombstone] = record(ctx, combinationStream, id, [{ type: "combination.deleted", data: {} }]);
    erase(ctx.store, { stream: `combination/${id}` }, tombstone!.seq);
  }
}
