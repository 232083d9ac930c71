import type { CatalogModel } from "../../../../../store/models/provider_events.ts";
import type { ProviderModel } from "./definition.ts";

/** Returns a model of which the catalog only lists the name. */
export const bareModel = (id: string): Omit<CatalogModel, "privacy"> => ({
  id,
  contextTokens: null,
  outputTokens: null,
  inputCostPerMillion: null,
  outputCostPerMillion: null,
  capabilities: [],
  notes: null,
});

/** Returns a model of which only the name is known, without roles. */
export const unlistedModel = (id: string): ProviderModel => ({ ...bareModel(id), roles: [] });
