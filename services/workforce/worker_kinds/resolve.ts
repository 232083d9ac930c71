import type { Core } from "../../ground/kernel/context.ts";
import type { ModelCandidate } from "../../sessions/models/clients/candidate.ts";
import type { ProviderDefinition, ProviderModel } from "../../sessions/provider_kinds/definition.ts";
import { findProvider, providersOf } from "../../sessions/models/providers/find.ts";
import { modelNamed, modelsOf } from "../../sessions/models/providers/models.ts";
import type { ModelName } from "../../sessions/models/providers/model_name.ts";
import { workerKindOf } from "./kinds.ts";
import type { Worker } from "../workers/worker.ts";
import type { WorkersLive } from "../workers/live.ts";

/** The worker for a pair of names, or why there is none. */
type ResolvedWorker = { worker: Worker } | { unknown: string };

/** Returns the worker of a provider that is not built in; `standIns` are tried in order when its model fails. */
export function resolveWorker(
  service: Core & WorkersLive,
  { provider: id, model: name }: { provider: string; model?: string | undefined },
  standIns: readonly ModelName[] = [],
): ResolvedWorker {
  const provider = findProvider(service, id);
  const make = provider && workerKindOf(provider).make;
  if (!make) return { unknown: `There is no provider "${id}".` };
  const model = name === undefined ? firstModel(service, provider) : modelNamed(service, provider, name);
  if (model) return { worker: make(service, provider, model, candidatesOf(service, standIns)) };
  return {
    unknown: name === undefined
      ? `No model of the provider "${id}" is known. Name one, or read its catalog with: agent-harness providers check ${id}.`
      : `The provider "${id}" has no model "${name}". It has: ${
        modelsOf(service, provider).slice(0, 10).map((known) => known.id).join(", ")
      }.`,
  };
}

/** Returns the models that can be called; an agent that is a separate program substitutes for no other. */
export function candidatesOf(service: Core & WorkersLive, names: readonly ModelName[]): ModelCandidate[] {
  return names.flatMap((name) => {
    const provider = findProvider(service, name.provider);
    if (!provider?.kind.client) return [];
    const model = modelNamed(service, provider, name.model);
    return model ? [{ provider, model }] : [];
  });
}

/** Returns a model for workers: one that declares the role, otherwise one that declares no roles. */
export function firstModel(service: Core & WorkersLive, provider: ProviderDefinition): ProviderModel | null {
  const models = modelsOf(service, provider);
  return models.find(({ roles }) => roles.includes("worker")) ??
    models.find(({ roles }) => roles.length === 0) ?? null;
}

/** Returns the names of all ready workers, for a sentence. */
export const readyWorkers = (service: Core & WorkersLive): string[] =>
  providersOf(service).flatMap((provider) => {
    const { make } = workerKindOf(provider);
    const model = make && firstModel(service, provider);
    return make && model && make(service, provider, model, []).readiness().ready
      ? [`${provider.id}/${model.id}`]
      : [];
  });
