import { Buffer } from "node:buffer";
import type { SourceConfig } from "../../../store/planner/settings.ts";
import type { Ctx } from "../../kernel/context.ts";
import { parseTarget, type Target } from "../../network/allowed_host.ts";
import { useSecret } from "../../secrets/use.ts";
import type { VaultLive } from "../../secrets/vault.ts";

/** The headers by which a source knows who asks, with a receipt for the secret; none where it has no secret. */
export async function credentialsOf(
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

/** The one server of the operator's own network that a source may be on. */
export const allowedOf = ({ privateHost }: SourceConfig): Target[] => {
  const target = privateHost === null ? null : parseTarget(privateHost);
  return target === null ? [] : [target];
};
