import type { ProviderDefinition } from "../../provider_kinds/definition.ts";
import { privacyOfAddress } from "../../provider_kinds/privacy.ts";
import type { ProviderSettings } from "./settings/settings_schema.ts";

/** Returns a provider as `providers.json` declares it. */
export function definitionOf(settings: ProviderSettings): ProviderDefinition {
  const { id, kind, label, baseUrl = null, secret, privacy, command, headers } = settings;
  return {
    id,
    kind,
    source: "file",
    label: label ?? id,
    baseUrl,
    secret,
    privacy: privacy ?? (baseUrl === null ? kind.privacy(settings) : privacyOfAddress(baseUrl)),
    ...(command && { command }),
    ...kind.settings.define(settings),
    ...(headers && { headers }),
  };
}
