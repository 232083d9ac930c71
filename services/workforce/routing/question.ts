import { routingPolicyStream } from "../../../store/models/routing_policy_stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { type ProviderDefinition, type ProviderModel } from "../../sessions/provider_kinds/definition.ts";
import { providersOf } from "../../sessions/models/providers/find.ts";
import { findModel, modelNamed, modelsOf } from "../../sessions/models/providers/models.ts";
import { readinessOf } from "../../sessions/models/providers/readiness.ts";
import { answersInText } from "../../sessions/models/providers/answers_in_text.ts";
import { planRecipe } from "../recipes/plan.ts";
import { privacyOf } from "../profiles/privacy.ts";
import { profileFor } from "../profiles/read_model.ts";
import { workerKindOf } from "../worker_kinds/kinds.ts";
import type { Misunderstood, Worker } from "../workers/worker.ts";
import { estimateOf } from "./cost.ts";
import { matchingPolicies } from "./match.ts";
import type { Hint, RouteCandidate, RouteLimits, RouteQuestion, Work } from "./types.ts";
import type { ModelName } from "../../sessions/models/providers/model_name.ts";
import type { WorkersLive } from "../workers/live.ts";

/** The work, and what the caller says about who is to do it. */
export type RouteWork = Work & {
  request?: string | undefined;
  worker?: { provider: string; model?: string | undefined } | undefined;
  limits?: RouteLimits | undefined;
  /** The profile whose preference counts; without it, that of the role. */
  profile?: HintingProfile | undefined;
};

/** A profile's preferred worker; absent in sessions from before there were preferences. */
type HintingProfile = {
  label: string;
  provider?: string | null | undefined;
  model?: string | null | undefined;
};

type Reads = Pick<Core & WorkersLive, "store" | "vault" | "providers" | "workers" | "now" | "sandbox">;

/** How many models of a local server are considered without being named. */
const MAX_LOCAL = 20;

/** Collects everything that decides a route from what is stored, without asking any provider. */
export function routeQuestion(service: Reads, routeWork: RouteWork): RouteQuestion {
  const { role, taskClass, workflowTemplateId, request = "", worker, limits } = routeWork;
  const work = { role, taskClass, workflowTemplateId };
  const policies = service.store.documents.all(routingPolicyStream, { status: "active" });
  const hint = hintOf(
    service,
    routeWork.profile ?? profileFor(service, { role: role ?? "worker", workflowTemplateId }),
  );
  const recipe = planRecipe(request, "parallel");
  const preferred = matchingPolicies(policies, work).flatMap(({ prefer }) => prefer);
  return {
    work,
    recipe: "tasks" in recipe,
    recipeFault: "misunderstood" in recipe && request !== "" ? faultOf(recipe.misunderstood[0]) : undefined,
    requested: worker ?? null,
    hint,
    limits: limits ?? {},
    policies,
    candidates: candidatesFor(service, [...preferred, ...namedBy(worker), ...namedBy(hint)]),
    estimate: estimateOf(request),
  };
}

/** A provider that is no longer known may have been anywhere: only this machine can replace it. */
function hintOf(service: Reads, { label, provider = null, model = null }: HintingProfile): Hint | null {
  if (provider === null) return null;
  const privacy = privacyOf(service)({ provider, model }) ?? "local";
  return { profile: label, provider, model, privacy };
}

const namedBy = (who: RouteWork["worker"] | Hint | null): ModelName[] =>
  who?.model ? [{ provider: who.provider, model: who.model }] : [];

const faultOf = (first: Misunderstood | undefined): string | undefined =>
  first && `Line ${first.line}, "${first.text.slice(0, 200)}": ${first.reason}`;

/** Returns models that are listed or run on this machine, and all others that are named. */
function candidatesFor(service: Reads, named: readonly ModelName[]): RouteCandidate[] {
  const providers = providersOf(service);
  const found = providers.flatMap((provider) => {
    const defaults = defaultsOf(service, provider);
    const names = named.filter((name) => name.provider === provider.id);
    const models = [...defaults, ...names.flatMap(({ model }) => modelNamed(service, provider, model) ?? [])];
    const once = [...new Map(models.map((model) => [model.id, model])).values()];
    return once.map((model) =>
      candidateOf(service, provider, model, isDefault(provider) && defaults.includes(model))
    );
  });
  const ids = new Set(providers.map(({ id }) => id));
  return [...found, ...service.workers.filter(({ provider }) => !ids.has(provider)).map(ofWorker)];
}

/** Returns whether a person listed a model, or it runs on this machine and answers in text. */
function defaultsOf(service: Reads, provider: ProviderDefinition): ProviderModel[] {
  if (!provider.kind.models.catalog) return modelsOf(service, provider);
  if (provider.models.length > 0) {
    return provider.models.map((model) => findModel(service, provider, model.id) ?? model);
  }
  if (provider.privacy !== "local") return [];
  return modelsOf(service, provider).filter(({ id, privacy }) => privacy === undefined && answersInText(id))
    .slice(0, MAX_LOCAL);
}

/** An installed agent is used only when it is named. */
const isDefault = ({ source, command }: ProviderDefinition): boolean =>
  source !== "detected" || command === undefined;

function candidateOf(
  service: Reads,
  provider: ProviderDefinition,
  model: ProviderModel,
  byDefault: boolean,
): RouteCandidate {
  return {
    provider: provider.id,
    model: model.id,
    privacy: model.privacy ?? provider.privacy,
    unready: unreadyOf(service, provider, model.id),
    inputCostPerMillion: model.inputCostPerMillion,
    outputCostPerMillion: model.outputCostPerMillion,
    roles: model.roles,
    recipesOnly: workerKindOf(provider).recipesOnly,
    byDefault,
  };
}

/** Returns why a provider cannot be used now, or null. */
function unreadyOf(service: Reads, provider: ProviderDefinition, model: string): string | null {
  const own = service.workers.find((each) => each.provider === provider.id);
  const worker = workerKindOf(provider);
  if (!own && worker.make === null) {
    return `Providers of the kind "${provider.kind.id}" are not supported here.`;
  }
  const states = [
    readinessOf(service, provider),
    ...(own ? [own.readiness()] : []),
    worker.readiness(service, provider, model),
  ];
  const unready = states.find((state) => !state.ready);
  return unready && !unready.ready ? `${unready.reason} ${unready.fix}` : null;
}

/** A worker without a provider, which a composition adds. */
function ofWorker({ provider, model, readiness }: Worker): RouteCandidate {
  const state = readiness();
  return {
    provider,
    model,
    privacy: "local",
    unready: state.ready ? null : `${state.reason} ${state.fix}`,
    inputCostPerMillion: null,
    outputCostPerMillion: null,
    roles: [],
    recipesOnly: false,
    byDefault: true,
  };
}
