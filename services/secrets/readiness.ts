import type { Core } from "../kernel/context.ts";
import { materialState } from "./material.ts";
import { find, howToStore } from "./use.ts";
import type { VaultLive } from "./vault.ts";

/** Whether a provider has a usable secret; if not, why, and what a person can do. */
export type SecretReadiness =
  | { ready: true; secretId: string }
  | { ready: false; reason: string; fix: string };

/**
 * Returns whether the newest secret of a provider can be used. Decrypts nothing and runs no command, so a secret of the
 * class `command` counts as ready until it is used.
 */
export function secretReadiness(
  service: Pick<Core & VaultLive, "store" | "vault">,
  provider: string,
): SecretReadiness {
  const secret = find(service, { provider });
  if (!secret) {
    return {
      ready: false,
      reason: `No secret is stored for the provider "${provider}".`,
      fix: howToStore(provider),
    };
  }
  const { materialStatus, detail, fix } = materialState(service, secret);
  if (materialStatus === "present" || materialStatus === "unchecked") {
    return { ready: true, secretId: secret.id };
  }
  return {
    ready: false,
    reason: `The secret "${secret.name}" cannot be used. ${detail}`,
    fix: fix ?? howToStore(provider),
  };
}
