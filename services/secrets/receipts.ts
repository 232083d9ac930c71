import type { SecretReceiptRow } from "../../store/secrets/receipts_view.ts";
import type { Core } from "../kernel/context.ts";

/** What a secret is used for: one line for each call to each host. */
export type SecretUses = { id: string; call: string; host: string; uses: number; lastUsedAt: string };

const MAX_USES = 20;

/** Returns who uses a secret, the last user first. */
export const usesOf = ({ store }: Pick<Core, "store">, secretId: string): SecretUses[] =>
  store.projector.tables.all<{ call: string; host: string; uses: number; at: string }>(
    `select call, host, count(*) as uses, max(at) as at from {secret_receipts} where secret_id = ?
     group by call, host order by max(sequence) desc limit ?`,
    secretId,
    MAX_USES,
  ).map(({ call, host, uses, at }) => ({ id: `${call}@${host}`, call, host, uses, lastUsedAt: at }));

/** Returns how often some secrets were used, and the newest receipts. */
export function receiptsOf({ store }: Pick<Core, "store">, secretIds: readonly string[], limit: number) {
  const { tables } = store.projector;
  const marks = secretIds.map(() => "?").join(", ");
  const { total } = tables.get<{ total: number }>(
    `select count(*) as total from {secret_receipts} where secret_id in (${marks})`,
    ...secretIds,
  )!;
  const rows = tables.all<SecretReceiptRow>(
    `select * from {secret_receipts} where secret_id in (${marks}) order by sequence desc limit ?`,
    ...secretIds,
    limit,
  );
  const items = rows.map(({ secret_id, sequence, call, host, actor, at }) => ({
    id: `${secret_id}@${sequence}`,
    call,
    host,
    actor,
    at,
  }));
  return { total, items };
}
