import type { CatalogModel } from "../../../store/models/provider_events.ts";
import type { ProviderModel } from "./definition.ts";

/** Returns a model as a catalog lists it of which only the name is known. */
export const bareModel = (id: string): Omit<CatalogModel, "privacy"> => ({
  id,
  contextTokens: null,
  outputTokens: null,
  inputCostPerMillion: null,
  outputCostPerMillion: null,
  capabilities: [],
  notes: null,
});

/** Returns a model of which only the name is known, and which has no role. */
export const unlistedModel = (id: string): ProviderModel => ({ ...bareModel(id), roles: [] });
