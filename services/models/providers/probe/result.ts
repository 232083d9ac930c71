import type { CatalogModel, ProviderFault } from "../../../../store/models/provider_events.ts";

/** What a provider's own list of models says, and where it was read. */
export type ReadCatalog = { source: string; models: CatalogModel[]; omitted: number };

/** What looking at a provider came to. Nothing that a model generates is ever asked for. */
export type ProbeResult =
  | { ok: true; detail: string; catalog: ReadCatalog | null; version: string | null }
  | { ok: false; fault: ProviderFault; detail: string };

/** The most models of one catalog that are kept. */
export const MAX_MODELS = 2000;

/** A catalog with no more models than are kept, each once. */
export function catalogOf(source: string, models: readonly CatalogModel[]): ReadCatalog {
  const once = [...new Map(models.map((model) => [model.id, model])).values()];
  const kept = once.slice(0, MAX_MODELS);
  return { source, models: kept, omitted: once.length - kept.length };
}
