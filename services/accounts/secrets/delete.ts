import { secretStream } from "../../../store/secrets/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { materialVersions, tidyMaterial } from "./material.ts";
import { requireSecret, showSecret } from "./read_model.ts";
import type { SecretRecord } from "./schemas.ts";
import type { VaultLive } from "./vault.ts";

/**
 * Deletes the material of a secret: overwritten and removed once the deletion is on disk. Its description is kept. Does
 * nothing if it is already deleted.
 */
export async function deleteSecret(ctx: Ctx<VaultLive>, id: string): Promise<SecretRecord> {
  if (requireSecret(ctx, id).status === "present") {
    await ctx.store.commit(() => record(ctx, secretStream, id, [{ type: "secret.deleted", data: {} }]));
  }
  tidyMaterial(ctx, id, materialVersions(ctx, id));
  return showSecret(ctx, requireSecret(ctx, id));
}
