import type { SecretReceiptRow } from "../../../store/secrets/receipts_view.ts";
import type { z } from "zod";
import type { Core } from "../../ground/kernel/context.ts";
import type { secretReceiptsSchema, secretUsesSchema } from "./use_schemas.ts";

type SecretUses = z.output<typeof secretUsesSchema>[number];

const MAX_USES = 20;

/** Returns who uses a secret, last user first. */
export const usesOf = ({ store }: Pick<Core, "store">, secretId: string): SecretUses[] =>
  store.projector.tables.all<{ call: string; host: string; uses: number; at: string }>(
    `select call, host, count(*) as uses, max(at) as at from {secret_receipts} where secret_id = ?
     group by call, host order by max(sequence) desc limit ?`,
    secretId,
    MAX_USES,
  ).map(({ call, host, uses, at }) => ({ id: `${call}@${host}`, call, host, uses, lastUsedAt: at }));

/** Returns how often some secrets were used, and the newest receipts. */
export function receiptsOf(
  { store }: Pick<Core, "store">,
  secretIds: readonly string[],
  limit: number,
): z.output<typeof secretReceiptsSchema> {
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
