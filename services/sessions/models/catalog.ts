import type { Core } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { ModelCatalogEntry, ModelListQuery } from "./catalog_schemas.ts";
import { type ProviderDefinition, type ProviderModel } from "./providers/settings/definition.ts";
import { providersOf } from "./providers/find.ts";
import { modelsOf } from "./providers/models.ts";
import { readinessOf } from "./providers/readiness.ts";
import type { ModelsLive } from "./providers/settings/live.ts";

type Reads = Pick<Core & ModelsLive, "store" | "vault" | "providers" | "now">;

/** Returns the models that a run can name, as `provider/model`. Throws `InvalidError` for an unknown provider. */
export const listModels = (service: Reads, query: ModelListQuery): string[] =>
  pageOf(service, query).map(({ provider, model }) => `${provider.id}/${model.id}`);

/** The same with everything known about each. */
export function modelCatalog(service: Reads, query: ModelListQuery): ModelCatalogEntry[] {
  const readiness = new Map(
    providersOf(service).map((provider) => [provider.id, readinessOf(service, provider)]),
  );
  return pageOf(service, query).map(({ provider, model }) => {
    const state = readiness.get(provider.id)!;
    return {
      id: `${provider.id}/${model.id}`,
      provider: provider.id,
      providerLabel: provider.label,
      model: model.id,
      executionPath: executionPathOf(provider),
      privacy: model.privacy ?? provider.privacy,
      capabilities: capabilitiesOf(service, provider, model),
      roles: [...model.roles],
      notes: model.notes,
      contextTokens: model.contextTokens,
      outputTokens: model.outputTokens,
      price: {
        inputCostPerMillion: model.inputCostPerMillion,
        outputCostPerMillion: model.outputCostPerMillion,
        currency: "USD" as const,
        source: priceSourceOf(provider, model),
      },
      ready: state.ready,
      reason: state.ready ? null : state.reason,
    };
  });
}

/** Catalogs rarely say whether a model can use tools, so a recorded tool call counts as evidence. */
function capabilitiesOf({ store }: Reads, provider: ProviderDefinition, model: ProviderModel): string[] {
  const usedTools = store.projector.tables.get(
    "select 1 from {model_calls} where provider = ? and model = ? and outcome = 'tool-calls' limit 1",
    provider.id,
    model.id,
  );
  return [...new Set([...model.capabilities, ...(usedTools ? ["tools"] : [])])];
}

function priceSourceOf(
  { kind, models }: ProviderDefinition,
  { id, inputCostPerMillion, outputCostPerMillion }: ProviderModel,
): "configuration" | "catalog" | "built in" | null {
  if (inputCostPerMillion === null && outputCostPerMillion === null) return null;
  if (kind === "builtin") return "built in";
  const written = models.find((model) => model.id === id);
  const isWritten = written && (written.inputCostPerMillion ?? written.outputCostPerMillion) !== null;
  return isWritten ? "configuration" : "catalog";
}

function pageOf(service: Reads, { provider: wanted, limit, offset }: ModelListQuery) {
  const all = providersOf(service);
  const providers = wanted === undefined ? all : all.filter(({ id }) => id === wanted);
  if (providers.length === 0) {
    const known = all.map(({ id }) => id).join(", ");
    throw new InvalidError(`The provider "${wanted}" does not exist. Known providers: ${known}.`);
  }
  const page: { provider: ProviderDefinition; model: ProviderModel }[] = [];
  let skipped = 0;
  for (const provider of providers) {
    const models = modelsOf(service, provider);
    const left = models.slice(Math.max(0, offset - skipped));
    skipped += models.length - left.length;
    page.push(...left.map((model) => ({ provider, model })));
    if (page.length >= limit) break;
  }
  return page.slice(0, limit);
}

/** Returns what a call to a provider's models goes through. */
export function executionPathOf({ kind, baseUrl, command }: ProviderDefinition): string {
  switch (kind) {
    case "builtin":
      return "in this process";
    case "acp":
    case "command":
      return `${kind}: ${(command ?? []).join(" ")}`;
    default:
      return `${kind}: ${baseUrl}`;
  }
}
