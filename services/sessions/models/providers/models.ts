import type { CatalogRow } from "../../../../store/models/catalog_view.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import type { ProviderDefinition, ProviderModel } from "../../provider_kinds/definition.ts";
import { unlistedModel } from "../../provider_kinds/bare_model.ts";
import { readJson } from "../../../../store/json_text.ts";

/** The maximum number of models of one provider; a larger catalog is never stored. */
const MAX_MODELS = 2000;

type Reads = Pick<Core, "store">;

/** Returns all models of a provider: those of the configuration first, then those of its last catalog. */
export function modelsOf({ store }: Reads, provider: ProviderDefinition): ProviderModel[] {
  const listed = store.projector.tables.all<CatalogRow>(
    "select * from {model_catalog} where provider = ? order by position limit ?",
    provider.id,
    MAX_MODELS,
  ).map(modelOf);
  const byId = new Map(listed.map((model) => [model.id, model]));
  const configured = provider.models.map((model) => withCatalog(model, byId.get(model.id)));
  const named = new Set(configured.map(({ id }) => id));
  const all = [...configured, ...listed.filter(({ id }) => !named.has(id))];
  const { own } = provider.kind.models;
  return all.length === 0 && own ? [own] : all;
}

/** Returns how many models of a provider are known, without reading them. */
export function countModels({ store }: Reads, provider: ProviderDefinition): number {
  const { tables } = store.projector;
  const listed = tables.get<{ n: number }>(
    "select count(*) as n from {model_catalog} where provider = ?",
    provider.id,
  )?.n ?? 0;
  const twice = listed === 0
    ? []
    : provider.models.filter(({ id }) =>
      tables.get("select 1 from {model_catalog} where provider = ? and model = ?", provider.id, id)
    );
  return listed + provider.models.length - twice.length || (provider.kind.models.own ? 1 : 0);
}

/** Returns one model of a provider, or null when neither its configuration nor its catalog lists it. */
export function findModel({ store }: Reads, provider: ProviderDefinition, id: string): ProviderModel | null {
  const { own } = provider.kind.models;
  if (own && provider.models.length === 0) return id === own.id ? own : null;
  const row = store.projector.tables.get<CatalogRow>(
    "select * from {model_catalog} where provider = ? and model = ?",
    provider.id,
    id,
  );
  const listed = row && modelOf(row);
  const configured = provider.models.find((model) => model.id === id);
  return configured ? withCatalog(configured, listed) : listed ?? null;
}

/** Returns the model that a person names, with or without `:latest`. Without a model list, any name counts. */
export function modelNamed(reads: Reads, provider: ProviderDefinition, name: string): ProviderModel | null {
  const known = findModel(reads, provider, name) ?? findModel(reads, provider, `${name}:latest`);
  return known ?? (countModels(reads, provider) > 0 ? null : unlistedModel(name));
}

/** Configured values take precedence; the catalog fills in the rest. */
function withCatalog(model: ProviderModel, listed: ProviderModel | undefined): ProviderModel {
  if (!listed) return model;
  return {
    ...model,
    contextTokens: model.contextTokens ?? listed.contextTokens,
    outputTokens: model.outputTokens ?? listed.outputTokens,
    inputCostPerMillion: model.inputCostPerMillion ?? listed.inputCostPerMillion,
    outputCostPerMillion: model.outputCostPerMillion ?? listed.outputCostPerMillion,
    capabilities: model.capabilities.length > 0 ? model.capabilities : listed.capabilities,
    notes: model.notes ?? listed.notes,
    ...(listed.privacy && { privacy: listed.privacy }),
  };
}

const modelOf = (row: CatalogRow): ProviderModel => ({
  id: row.model,
  contextTokens: row.context_tokens,
  outputTokens: row.output_tokens,
  inputCostPerMillion: row.input_cost,
  outputCostPerMillion: row.output_cost,
  capabilities: readJson(row.capabilities),
  roles: [],
  notes: row.notes,
  ...(row.privacy !== null && { privacy: row.privacy }),
});
