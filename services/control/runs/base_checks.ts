import type { BaseCheck } from "../../../store/runs/base_check.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { type JsonText, readJson } from "../../../store/json_text.ts";

/** Returns the verifier's result at a base from another run, or null. */
export function knownCheck({ store }: Pick<Core, "store">, key: string): BaseCheck | null {
  const row = store.projector.tables.get<{ run_id: string; body: JsonText<BaseCheck> }>(
    "select run_id, body from {base_checks} where key = ? order by sequence desc limit 1",
    key,
  );
  if (!row) return null;
  return { ...readJson(row.body), reusedFrom: row.run_id };
}
