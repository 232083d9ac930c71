import type { CombinedCheck } from "../../../store/combinations/document.ts";
import { type JsonText, readJson } from "../../../store/json_text.ts";
import type { Core } from "../../ground/kernel/context.ts";

/** What a verifier found, with the combination and the time at which that was. */
type KnownCheck = CombinedCheck & { combinationId: string; at: string };

/** Returns what the same verifier has found with the same files, or null. */
export function checkWithKey({ store }: Pick<Core, "store">, key: string): KnownCheck | null {
  const row = store.documents.tables.get<
    { combination_id: string; at: string; body: JsonText<CombinedCheck> }
  >(
    "select combination_id, at, body from {combined_checks} where key = ? order by executed desc, at desc limit 1",
    key,
  );
  return row ? { ...readJson(row.body), combinationId: row.combination_id, at: row.at } : null;
}

/** Returns how many verifiers have been executed for combinations on the day of a time, in UTC. */
export function executedOn({ store }: Pick<Core, "store">, time: Date): number {
  const day = time.toISOString().slice(0, 10);
  return store.documents.tables.get<{ n: number }>(
    "select count(*) as n from {combined_checks} where executed = 1 and at >= ? and at <= ?",
    `${day}T00:00:00.000Z`,
    `${day}T23:59:59.999Z`,
  )!.n;
}
