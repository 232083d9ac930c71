import { AGENT_LOGIN, loginSecretName } from "../../../store/shared/agent_login.ts";
import { find } from "../../accounts/secrets/use.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { OfferedLogin } from "../../sessions/models/providers/connect_schemas.ts";
import { unlistedModel } from "../../sessions/provider_kinds/bare_model.ts";
import type { ProviderDefinition } from "../../sessions/provider_kinds/definition.ts";
import type { AgentPreset } from "./presets/mod.ts";

/** Returns the address at which an agent's login is valid. */
const addressOf = ({ baseUrl }: ProviderDefinition, login: NonNullable<AgentPreset["login"]>): string =>
  baseUrl ?? login.baseUrl;

/**
 * Returns the provider of an agent's models by its own login, which only the model proxy uses; null if it has none. A login
 * that was made for another address is never sent.
 */
export function ownLogin(
  { store }: Pick<Core, "store">,
  definition: ProviderDefinition,
  { login }: AgentPreset,
): ProviderDefinition | null {
  if (!login) return null;
  const name = loginSecretName(definition.id);
  const secret = find({ store }, { name });
  const baseUrl = addressOf(definition, login);
  if (secret?.kind !== AGENT_LOGIN || secret.metadata.address !== baseUrl) return null;
  return {
    id: name,
    kind: login.kind,
    source: definition.source,
    label: `the login of ${definition.label}`,
    baseUrl,
    secret: { name },
    privacy: "third-party",
    models: login.models.map(unlistedModel),
  };
}

/** Returns the login that an agent can be given, and whether it has one; null for an agent that works with keys alone. */
export function offeredLogin(
  service: Pick<Core, "store">,
  definition: ProviderDefinition,
  preset: AgentPreset,
): OfferedLogin | null {
  const { login } = preset;
  if (!login) return null;
  return {
    command: [...login.command],
    token: login.token.source,
    address: addressOf(definition, login),
    note: login.note,
    isStored: ownLogin(service, definition, preset) !== null,
  };
}
