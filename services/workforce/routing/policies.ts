import {
  type RoutingPolicyDocument,
  routingPolicyStream,
} from "../../../store/models/routing_policy_stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { findProvider } from "../../sessions/models/providers/find.ts";
import { findModel, modelsOf } from "../../sessions/models/providers/models.ts";
import type { ModelRoutingPolicy, RoutingPolicyQuery } from "./schemas.ts";
import type { WorkersLive } from "../workers/live.ts";

type Reads = Pick<Core & WorkersLive, "store" | "providers">;

/** Returns routing policies, newest first. */
export const listRoutingPolicies = (
  service: Reads,
  { status, limit, offset }: RoutingPolicyQuery,
): ModelRoutingPolicy[] =>
  service.store.documents.find(routingPolicyStream, status === undefined ? {} : { status }, {
    limit,
    offset,
    newestFirst: true,
  }).map((policy) => showRoutingPolicy(service, policy));

/** Returns one routing policy. Throws `NotFoundError`. */
export const getRoutingPolicy = (service: Reads, id: string): ModelRoutingPolicy =>
  showRoutingPolicy(service, requireRoutingPolicy(service, id));

/** Returns the policy's document. Throws `NotFoundError`. */
export function requireRoutingPolicy(
  { store }: Pick<Core & WorkersLive, "store">,
  id: string,
): RoutingPolicyDocument {
  const policy = store.documents.get(routingPolicyStream, id);
  if (!policy) throw new NotFoundError("model routing policy", id);
  return policy;
}

/** Returns a policy as the API shows it, with its current problems. */
export function showRoutingPolicy(service: Reads, policy: RoutingPolicyDocument): ModelRoutingPolicy {
  return {
    ...policy,
    prefer: policy.prefer.map((name) => ({ id: `${name.provider}/${name.model}`, ...name })),
    warnings: policy.prefer.flatMap(({ provider: id, model }) => {
      const provider = findProvider(service, id);
      if (!provider) {
        return [`There is no provider "${id}", so ${id}/${model} is skipped.`];
      }
      const known = findModel(service, provider, model) ?? findModel(service, provider, `${model}:latest`);
      return known || modelsOf(service, provider).length === 0
        ? []
        : [`The provider "${id}" does not list the model "${model}", so it is skipped.`];
    }),
  };
}
