import type { Core } from "../../ground/kernel/context.ts";
import type { EvaluationRecord } from "./evaluation_schemas.ts";

/** Returns the verifier's results for a run, oldest first. */
export function evaluationsOf(ctx: Pick<Core, "store">, runId: string): EvaluationRecord[] {
  return ctx.store.projector.tables.all<{ sequence: number; at: string; body: string }>(
    "select sequence, at, body from {run_evaluations} where run_id = ? order by sequence limit 1000",
    runId,
  ).map((row) => ({ ...JSON.parse(row.body), at: row.at, sequence: row.sequence }));
}
