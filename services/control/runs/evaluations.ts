import type { Core } from "../../ground/kernel/context.ts";
import type { EvaluationRecord } from "./evaluation_schemas.ts";
import { type JsonText, readJson } from "../../../store/json_text.ts";

/** Returns the verifier's results for a run, oldest first. */
export function evaluationsOf(ctx: Pick<Core, "store">, runId: string): EvaluationRecord[] {
  return ctx.store.projector.tables.all<
    { sequence: number; at: string; body: JsonText<Omit<EvaluationRecord, "at" | "sequence">> }
  >(
    "select sequence, at, body from {run_evaluations} where run_id = ? order by sequence",
    runId,
  ).map((row) => ({ ...readJson(row.body), at: row.at, sequence: row.sequence }));
}
