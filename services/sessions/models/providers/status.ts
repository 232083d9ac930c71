import { type ProviderDocument, providerStream } from "../../../../store/models/provider_stream.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { keyStateOf } from "./credentials.ts";
import { type ProviderDefinition } from "../../provider_kinds/definition.ts";
import { providersOf } from "./find.ts";
import { countModels } from "./models.ts";
import { whatToDoNext } from "./next_step.ts";
import { readinessOf, statusUnchecked } from "./readiness.ts";
import type { ProvidersStatus } from "./status_schemas.ts";
import type { ModelsLive } from "./settings/live.ts";

type Reads = Pick<Core & ModelsLive, "store" | "vault" | "providers" | "now">;

/** Returns a summary of the providers: whether each can be used, its catalog and its key, and what to do next. */
export function providersStatus(service: Reads): ProvidersStatus {
  const providers = providersOf(service).map((provider) => ({
    provider,
    known: service.store.documents.get(providerStream, provider.id),
    models: countModels(service, provider),
  }));
  const problem = service.providers.problem();
  return {
    providerHealth: providers.map(({ provider, known }) => healthEntry(service, provider, known)),
    providerConfiguration: {
      path: service.providers.path,
      ok: problem === null,
      detail: problem?.detail ?? null,
      fix: problem?.fix ?? null,
    },
    modelCatalogStatus: {
      source: providers.length > 1 ? "built in, configuration and catalogs" : "built in",
      models: providers.reduce((sum, { models }) => sum + models, 0),
      catalogs: providers.map(({ provider, known, models }) => ({
        id: provider.id,
        models,
        source: known?.catalog?.source ?? null,
        readAt: known?.catalog?.at ?? null,
      })),
      nextStep: whatToDoNext(service),
    },
    credentialReadiness: providers.map(({ provider, known }) => {
      const { status, detail, fix } = keyStateOf(service, provider, known);
      return {
        id: provider.id,
        ready: status === "ready" || status === "not_needed",
        detail: fix === null ? detail : `${detail} ${fix}`,
      };
    }),
  };
}

function healthEntry(
  service: Reads,
  provider: ProviderDefinition,
  known: ProviderDocument | null,
): ProvidersStatus["providerHealth"][number] {
  const readiness = readinessOf(service, provider);
  return {
    id: provider.id,
    provider: provider.id,
    label: provider.label,
    privacy: provider.privacy,
    status: readiness.ready ? "ready" : "not_ready",
    health: known?.status ?? statusUnchecked(provider),
    checkedAt: known?.checkedAt ?? null,
    reason: readiness.ready ? null : readiness.reason,
    fix: readiness.ready ? null : readiness.fix,
    credentials: keyStateOf(service, provider, known).status,
  };
}
