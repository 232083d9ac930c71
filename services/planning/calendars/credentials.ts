import { Buffer } from "node:buffer";
import type { SourceConfig } from "../../../store/planner/settings.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { parseTarget, type Target } from "../../machine/network/allowed_host.ts";
import { useSecret } from "../../accounts/secrets/use.ts";
import type { VaultLive } from "../../accounts/secrets/vault.ts";

/** Returns the headers with a source's credentials, with a receipt for the secret; empty without a secret. */
export async function authorizedHeaders(
  ctx: Ctx<VaultLive>,
  { secretId, username }: SourceConfig,
  host: string,
  call = "planner.refresh",
): Promise<Record<string, string>> {
  if (secretId === null) return {};
  const value = await useSecret(ctx, { id: secretId }, { call, host });
  if (username === null) return { authorization: `Bearer ${value}` };
  return { authorization: `Basic ${Buffer.from(`${username}:${value}`).toString("base64")}` };
}

/** Returns the one private server that a source may use. */
export const allowedOf = ({ privateHost }: SourceConfig): Target[] => {
  const target = privateHost === null ? null : parseTarget(privateHost);
  return target === null ? [] : [target];
};
