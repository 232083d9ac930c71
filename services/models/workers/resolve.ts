import type { Service } from "../../context.ts";
import type { Candidate } from "../clients/candidate.ts";
import { credentialsOf } from "../providers/credentials.ts";
import {
  findProvider,
  type ProviderDefinition,
  type ProviderKind,
  type ProviderModel,
  providersOf,
} from "../providers/definition.ts";
import { findModel, modelsOf } from "../providers/models.ts";
import { modelSourceOf } from "./acp/setup.ts";
import { agentWorker } from "./acp/worker.ts";
import { modelWorker } from "./model/worker.ts";
import type { Readiness, Worker } from "./worker.ts";

/** Makes the worker of a provider; `model` is what was asked for or, without that, the provider's first. */
type Maker = (service: Service, provider: ProviderDefinition, model: ProviderModel) => Worker;

const ofModels: Maker = (service, provider, model) =>
  modelWorker([{ provider, model }], () => readinessOf(service, provider));

const ofAgents: Maker = (service, provider, model) => agentWorker(service, provider, model.id);

/** Who does the work of each kind of provider. */
const MAKERS: Partial<Record<ProviderKind, Maker>> = {
  "openai-compatible": ofModels,
  openai: ofModels,
  anthropic: ofModels,
  acp: ofAgents,
};

/** Whether a provider's key is there. Whether it answers shows in the call: what is down now may be up by then. */
export function readinessOf(service: Service, provider: ProviderDefinition): Readiness {
  const { status, detail, fix } = credentialsOf(service, provider, false);
  if (status === "ready" || status === "not_needed") return { ready: true };
  return { ready: false, reason: detail, fix: fix ?? "Store its key with POST /secrets." };
}

/** The worker for a pair of names, or why there is none. */
export type Resolved = { worker: Worker } | { unknown: string };

/** The worker of a provider that the program does not bring itself. */
export function resolveWorker(
  service: Service,
  { provider: id, model: name }: { provider: string; model?: string | undefined },
): Resolved {
  const provider = findProvider(service, id);
  if (!provider || provider.kind === "builtin") return { unknown: `There is no provider "${id}".` };
  const make = MAKERS[provider.kind];
  if (!make) {
    return { unknown: `The provider "${id}" is of the kind "${provider.kind}", which does no tasks here.` };
  }
  const source = provider.kind === "acp" ? modelSourceOf(service, provider) : provider;
  const model = name === undefined ? firstModel(service, source) : modelNamed(service, source, name);
  if (model) return { worker: make(service, provider, model) };
  return {
    unknown: name === undefined
      ? `No model of the provider "${id}" is known. Name one, or let its catalog be read with POST /providers/${id}/health-check.`
      : `The provider "${id}" has no model "${name}". It has: ${
        modelsOf(service, provider).slice(0, 10).map((known) => known.id).join(", ")
      }.`,
  };
}

/** A model that fits workers: one that says so, else one that says nothing of roles. */
function firstModel(service: Service, provider: ProviderDefinition): ProviderModel | null {
  const models = modelsOf(service, provider);
  return models.find(({ roles }) => roles.includes("worker")) ??
    models.find(({ roles }) => roles.length === 0) ?? null;
}

/** A model by its name. Where no catalog was read yet, whatever name is given counts: the provider knows better. */
function modelNamed(service: Service, provider: ProviderDefinition, id: string): ProviderModel | null {
  const known = findModel(service, provider, id);
  if (known || modelsOf(service, provider).length > 0) return known;
  return {
    id,
    contextTokens: null,
    outputTokens: null,
    inputCostPerMillion: null,
    outputCostPerMillion: null,
    capabilities: [],
    roles: [],
    notes: null,
  };
}

/** The first model that is ready for work, in the order of the providers; null without one. */
export function readyModel(service: Service): Candidate | null {
  for (const provider of providersOf(service)) {
    if (MAKERS[provider.kind] !== ofModels || !readinessOf(service, provider).ready) continue;
    const model = firstModel(service, provider);
    if (model) return { provider, model };
  }
  return null;
}

/** The names of all workers that are ready, for a sentence. */
export const readyWorkers = (service: Service): string[] =>
  providersOf(service).flatMap((provider) => {
    const make = MAKERS[provider.kind];
    const source = provider.kind === "acp" ? modelSourceOf(service, provider) : provider;
    const model = make && firstModel(service, source);
    return make && model && make(service, provider, model).readiness().ready
      ? [`${provider.id}/${model.id}`]
      : [];
  });
