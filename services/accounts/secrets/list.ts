import { secretStream } from "../../../store/secrets/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { showSecret, showStatus } from "./read_model.ts";
import type { SecretListQuery, SecretRecord, SecretStatus } from "./schemas.ts";
import type { VaultLive } from "./vault.ts";

/** Returns the secrets that match all filters, including deleted ones, newest first. */
export function listSecrets(
  ctx: Ctx<VaultLive>,
  { limit, offset, ...filter }: SecretListQuery,
): SecretRecord[] {
  const where = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return ctx.store.documents.find(secretStream, where, { limit, offset, newestFirst: true })
    .map((secret) => showSecret(ctx, secret));
}

/** Returns whether the material of each is stored, newest first. */
export const listSecretStatus = (
  ctx: Ctx<VaultLive>,
  page: { limit: number; offset: number },
): SecretStatus[] =>
  ctx.store.documents.find(secretStream, {}, { ...page, newestFirst: true })
    .map((secret) => showStatus(ctx, secret));
