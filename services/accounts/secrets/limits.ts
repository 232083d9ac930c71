import type { SecretDocument } from "../../../store/secrets/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { countSecrets } from "./count.ts";
import type { VaultLive } from "./vault.ts";

/** Every start decrypts all stored values and searches for them in whatever leaves: these take about two seconds. */
const MAX_SECRETS = 1_000;
const MAX_STORED_BYTES = 4 * 1024 * 1024;

const MAKE_ROOM =
  "Delete those that are no longer used: agent-harness secrets list, then agent-harness secrets delete.";

/** Throws `InvalidError` if the secret does not fit beside the others. `before` is the one that it replaces. */
export function requireRoom(
  ctx: Ctx<VaultLive>,
  value: string | undefined,
  before: SecretDocument | null,
): void {
  if (before === null && countSecrets(ctx).count >= MAX_SECRETS) {
    throw new InvalidError(`The limit of ${MAX_SECRETS} secrets is reached. ${MAKE_ROOM}`);
  }
  if (value === undefined) return;
  const { files } = ctx.vault;
  const replaced = before === null ? 0 : files.sizeOf({ id: before.id, version: before.version });
  const stored = files.totalSize() - replaced;
  if (stored + new TextEncoder().encode(value).length <= MAX_STORED_BYTES) return;
  throw new InvalidError(
    `The stored values of all secrets may have 4 MiB, and ${
      (stored / 1024 / 1024).toFixed(1)
    } MiB are used. ${MAKE_ROOM} For a large value, use the storage class command, which reads it from a file.`,
  );
}
