import type { CatalogModel, ProviderFault } from "../../../store/models/provider_events.ts";

/** A provider's own model list, and where it was read. */
export type ReadCatalog = { source: string; models: CatalogModel[]; omitted: number };

/** The result of checking a provider. No check makes a model generate anything. */
export type ProbeResult =
  | { ok: true; detail: string; catalog: ReadCatalog | null; version: string | null }
  | { ok: false; fault: ProviderFault; detail: string };

/** The maximum number of models stored from one catalog. */
const MAX_MODELS = 2000;

/** Returns a catalog of at most that many models, each once. */
export function catalogOf(source: string, models: readonly CatalogModel[]): ReadCatalog {
  const once = [...new Map(models.map((model) => [model.id, model])).values()];
  const kept = once.slice(0, MAX_MODELS);
  return { source, models: kept, omitted: once.length - kept.length };
}
