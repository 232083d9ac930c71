import type { Core } from "../kernel/context.ts";
import { materialState } from "./material.ts";
import { find, howToStore } from "./use.ts";
import type { VaultLive } from "./vault.ts";

/** Whether a provider has a secret to work with; when it has none, why, and what a person does about it. */
export type SecretReadiness =
  | { ready: true; secretId: string }
  | { ready: false; reason: string; fix: string };

/**
 * Whether the newest secret of a provider is there to be used. Nothing is decrypted and no command is run, so a secret of
 * the class `command` counts as ready until it is used.
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
