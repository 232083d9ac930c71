import type { SecretDocument } from "../../../store/secrets/document.ts";
import type { SecretReceiptRow } from "../../../store/secrets/receipts_view.ts";
import { secretStream } from "../../../store/secrets/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { materialState } from "./material.ts";
import type { SecretRecord, SecretStatus } from "./schemas.ts";
import type { VaultLive } from "./vault.ts";

/** How many receipts a record shows. */
const RECEIPTS = 5;

type Reader = Pick<Core & VaultLive, "store" | "vault">;

/** Returns the secret's document. Throws `NotFoundError`. */
export function requireSecret(ctx: Pick<Core & VaultLive, "store">, id: string): SecretDocument {
  const secret = ctx.store.documents.get(secretStream, id);
  if (!secret) throw new NotFoundError("secret", id);
  return secret;
}

/** Returns a secret as the API shows it. */
export function showSecret(ctx: Reader, secret: SecretDocument): SecretRecord {
  const { holding: _, keyId: _1, uses, versions, ...shown } = secret;
  return {
    ...shown,
    materialStatus: materialState(ctx, secret).materialStatus,
    versions: versions.map((version) => ({ id: `${secret.id}@${version.version}`, ...version })),
    receipts: { total: uses, items: uses === 0 ? [] : newestReceipts(ctx, secret.id) },
  };
}

/** Returns whether a secret's material is stored. */
export function showStatus(
  ctx: Reader & Pick<Core & VaultLive, "now">,
  secret: SecretDocument,
): SecretStatus {
  const { id, name, kind, provider, storageClass, status, version, lastUsedAt } = secret;
  return {
    id,
    name,
    kind,
    provider,
    storageClass,
    status,
    version,
    lastUsedAt,
    ...materialState(ctx, secret),
    checkedAt: ctx.now().toISOString(),
  };
}

function newestReceipts({ store }: Reader, id: string): SecretRecord["receipts"]["items"] {
  return store.projector.tables.all<SecretReceiptRow>(
    "select * from {secret_receipts} where secret_id = ? order by sequence desc limit ?",
    id,
    RECEIPTS,
  ).map((row) => ({
    id: `${id}@${row.sequence}`,
    sequence: row.sequence,
    version: row.version,
    call: row.call,
    host: row.host,
    actor: row.actor,
    runId: row.run_id,
    taskSessionId: row.task_session_id,
    at: row.at,
  }));
}
