import { sha256 } from "../../../store/chain.ts";
import { nodeCrypto } from "../../../store/node_crypto.ts";
import { deriveKey } from "../secrets/master_key.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { VaultLive } from "../secrets/vault.ts";

const RANDOM_BYTES = 32;

/** Returns a value that cannot be guessed: 256 bits. */
export const randomText = (): string =>
  crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)).toBase64({ alphabet: "base64url", omitPadding: true });

/** Returns the name of the cookie that binds an authorization to the browser that started it. A browser may start several. */
export const flowCookie = (flowId: string): string => `agent_harness_oauth_${flowId}`;

/** Returns what the log contains for a state or a cookie. */
export const hashOf = (value: string): string => sha256(value);

/**
 * Returns the PKCE verifier and the nonce of a state. They derive from it with the master key, so that they need not be
 * stored, survive a restart, and cannot be computed from the state alone.
 */
export function secretsOfState(ctx: Ctx<VaultLive>, state: string): { verifier: string; nonce: string } {
  const key = ctx.vault.keyToWrite();
  const derived = (purpose: string) =>
    nodeCrypto().createHmac("sha256", deriveKey(key, purpose)).update(state).digest("base64url");
  return { verifier: derived("oauth-verifier"), nonce: derived("oauth-nonce") };
}

/** Returns the challenge of a verifier (RFC 7636, section 4.2). */
export const challengeOf = (verifier: string): string =>
  nodeCrypto().createHash("sha256").update(verifier).digest("base64url");
