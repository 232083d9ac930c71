import type { Core } from "../../kernel/context.ts";
import { definitionOf } from "./configured.ts";
import { detectedProviders } from "./detected.ts";
import { hostedProviders } from "./hosted.ts";
import type { ProviderDefinition } from "./definition.ts";
import type { ModelsLive } from "../live.ts";

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
    notes: "Does instructions in plain words, one a line; deterministic, without a model and a network.",
  }],
};

type Knows = Pick<Core & ModelsLive, "store" | "providers">;

/**
 * Every provider that the service knows, `builtin` first, then those of `providers.json` in its order, then hosted ones that
 * a secret is stored for, then servers and agents that were found on this machine. The file wins over what has the same id
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

/** The provider of that id, or null. */
export const findProvider = (service: Knows, id: string): ProviderDefinition | null =>
  providersOf(service).find((provider) => provider.id === id) ?? null;
