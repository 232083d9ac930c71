import type { ProviderDocument } from "../../../store/models/provider_stream.ts";
import type { Core } from "../../kernel/context.ts";
import { materialState } from "../../secrets/material.ts";
import { find } from "../../secrets/use.ts";
import type { ProviderDefinition } from "./definition.ts";
import { HOSTED } from "./hosted.ts";
import type { ModelsLive } from "../live.ts";

/** Whether a provider's key is there. `fix` says what a person does where it is not. */
export type Credentials = {
  status: "not_needed" | "ready" | "missing" | "rejected";
  detail: string;
  fix: string | null;
  secretName: string | null;
  secretId: string | null;
};

type Reads = Pick<Core & ModelsLive, "store" | "vault">;

/** The state of a provider's key, without reading it; `known` is what the newest check found. */
export function credentialsOf(
  service: Reads,
  provider: ProviderDefinition,
  known: ProviderDocument | null,
): Credentials {
  const rejectedAt = known !== null && known.failures > 0 && known.lastError?.fault === "credentials"
    ? known.lastError.at
    : null;
  const name = provider.secret?.name ?? null;
  if (name === null) return withoutSecret(provider, rejectedAt !== null);
  const secret = find(service, { name });
  if (secret?.status !== "present") {
    return {
      status: "missing",
      detail: `There is no secret with the name "${name}".`,
      fix: howToStore(name, provider.id),
      secretName: name,
      secretId: null,
    };
  }
  const which = { secretName: name, secretId: secret.id };
  const { materialStatus, detail, fix } = materialState(service, secret);
  if (materialStatus !== "present" && materialStatus !== "unchecked") {
    return { status: "missing", detail, fix, ...which };
  }
  // A key that was set after it was refused has not been tried.
  if (rejectedAt !== null && secret.updatedAt <= rejectedAt) {
    return {
      status: "rejected",
      detail: `The provider refused the key of the secret "${name}" when it was last asked.`,
      fix: `Set the secret again: POST /secrets with the id "${secret.id}".`,
      ...which,
    };
  }
  return { status: "ready", detail, fix: null, ...which };
}

function withoutSecret(provider: ProviderDefinition, rejected: boolean): Credentials {
  const none = { secretName: null, secretId: null };
  if (!rejected) {
    return { status: "not_needed", detail: "No key needed.", fix: null, ...none };
  }
  return {
    status: "missing",
    detail: "It asked for a key, and none is configured.",
    fix: `${
      howToStore(provider.id, provider.id)
    } Then name it as "secret" of "${provider.id}" in providers.json.`,
    ...none,
  };
}

/** The command that stores a key; where the service has the usual variable already, a reference to that is enough. */
export function howToStore(name: string, provider: string): string {
  const variable = HOSTED.find(({ id }) => id === provider)?.variable;
  const from = variable !== undefined && Deno.env.get(variable)
    ? `--storage-class env --reference ${variable}`
    : "--value -";
  const how = from === "--value -" ? " (the value comes from stdin)" : "";
  return `Store it: agent-harness secrets set --name ${name} --kind api-key --provider ${provider} ${from}${how}.`;
}
