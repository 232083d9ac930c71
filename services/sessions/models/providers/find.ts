import type { Core } from "../../../ground/kernel/context.ts";
import { definitionOf } from "./configured.ts";
import { detectedProviders } from "./detected.ts";
import { hostedProviders } from "./hosted.ts";
import type { ProviderDefinition } from "./settings/definition.ts";
import type { ModelsLive } from "./settings/live.ts";

const BUILTIN: ProviderDefinition = {
  id: "builtin",
  kind: "builtin",
  source: "builtin",
  label: "Built-in recipes",
  baseUrl: null,
  secret: null,
  privacy: "local",
  models: [{
    id: "recipe",
    contextTokens: null,
    outputTokens: null,
    inputCostPerMillion: 0,
    outputCostPerMillion: 0,
    capabilities: ["recipes"],
    roles: ["worker", "planner"],
    notes: "Carries out simple instructions, one per line. Deterministic, without a model or a network.",
  }],
};

type Knows = Pick<Core & ModelsLive, "store" | "providers">;

/**
 * Returns every known provider: `builtin` first, then those of `providers.json` in its order, then hosted ones with a stored
 * secret, then servers and agents found on this machine. An entry of the file takes precedence over others with the same id
 * or address.
 */
export function providersOf(service: Knows): readonly ProviderDefinition[] {
  const configured = service.providers.settings().providers.map(definitionOf);
  const ids = new Set(["builtin", ...configured.map(({ id }) => id)]);
  const addresses = new Set(configured.map(({ baseUrl }) => baseUrl));
  const others = [...hostedProviders(service), ...detectedProviders(service), ...service.providers.agents]
    .filter(({ id, baseUrl }) => !ids.has(id) && (baseUrl === null || !addresses.has(baseUrl)));
  return [BUILTIN, ...configured, ...others];
}

/** Returns the provider with that id, or null. */
export const findProvider = (service: Knows, id: string): ProviderDefinition | null =>
  providersOf(service).find((provider) => provider.id === id) ?? null;
