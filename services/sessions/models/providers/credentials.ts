import type { ProviderDocument } from "../../../../store/models/provider_stream.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { materialState } from "../../../accounts/secrets/material.ts";
import { find } from "../../../accounts/secrets/use.ts";
import type { ProviderDefinition } from "../../provider_kinds/definition.ts";
import { HOSTED } from "./hosted.ts";
import { loginFault } from "./login.ts";
import type { ModelsLive } from "./settings/live.ts";

/** Whether a provider's key is stored. `fix` says what to do if it is not. */
type Credentials = {
  status: "not_needed" | "ready" | "missing" | "rejected";
  detail: string;
  fix: string | null;
  secretName: string | null;
  secretId: string | null;
};

type Reads = Pick<Core & ModelsLive, "store" | "vault">;

/** Returns the state of a provider's key without reading it; `known` is the result of the newest check. */
export function keyStateOf(
  service: Reads,
  provider: ProviderDefinition,
  known: ProviderDocument | null,
): Credentials {
  const login = loginFault(known);
  if (login) {
    return { status: "rejected", detail: login.reason, fix: login.fix, secretName: null, secretId: null };
  }
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
  // A key that was set after the refusal has not been tried.
  if (rejectedAt !== null && secret.updatedAt <= rejectedAt) {
    return {
      status: "rejected",
      detail: `The provider refused the key in the secret "${name}" at the last check.`,
      fix: `Set the secret "${name}" again, with the id "${secret.id}".`,
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
    detail: "It requires a key, and none is configured.",
    fix: `${
      howToStore(provider.id, provider.id)
    } Then name it as "secret" of "${provider.id}" in providers.json.`,
    ...none,
  };
}

/** Returns the command that stores a key; a reference is enough where the service already has the usual variable. */
function howToStore(name: string, provider: string): string {
  const variable = HOSTED.find(({ id }) => id === provider)?.variable;
  const from = variable !== undefined && Deno.env.get(variable)
    ? `--storage-class env --reference ${variable}`
    : "--value -";
  const how = from === "--value -" ? " (the value comes from stdin)" : "";
  return `Store it: agent-harness secrets set --name ${name} --kind api-key --provider ${provider} ${from}${how}.`;
}
