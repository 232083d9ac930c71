import { isDeepStrictEqual } from "node:util";
import {
  type RoutingPolicyDocument,
  routingPolicyStream,
} from "../../../store/models/routing_policy_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { requireRoutingPolicy, showRoutingPolicy } from "./policies.ts";
import type { ModelRoutingPolicy, ModelRoutingPolicyInput } from "./schemas.ts";
import type { WorkersLive } from "../workers/live.ts";

/**
 * Creates a routing policy, or replaces the one with the given id; an unchanged one records nothing. Throws
 * `NotFoundError` for an unknown id, and `InvalidError` for a model that is named twice or an empty policy.
 */
export function saveRoutingPolicy(
  ctx: Ctx<WorkersLive>,
  input: ModelRoutingPolicyInput,
): Made<ModelRoutingPolicy> {
  const known = input.id === undefined ? null : requireRoutingPolicy(ctx, input.id);
  refuseTwice(input);
  refuseWithoutEffect(input);
  const { id: _, status = known?.status, priority = known?.priority, limits, ...rest } = input;
  const data = { ...rest, status: status ?? "active", priority: priority ?? 0, limits: limits ?? {} };
  if (known) {
    if (!isDeepStrictEqual(data, definitionOf(known))) {
      record(ctx, routingPolicyStream, known.id, [{ type: "routing_policy.updated", data }]);
    }
    return existing(showRoutingPolicy(ctx, requireRoutingPolicy(ctx, known.id)));
  }
  const id = ctx.newId("route");
  record(ctx, routingPolicyStream, id, [{ type: "routing_policy.created", data }], { expectedVersion: 0 });
  return made(showRoutingPolicy(ctx, requireRoutingPolicy(ctx, id)));
}

const definitionOf = ({ name, status, priority, match, prefer, limits }: RoutingPolicyDocument) => ({
  name,
  status,
  priority,
  match,
  prefer,
  limits,
});

function refuseWithoutEffect({ prefer, limits }: ModelRoutingPolicyInput): void {
  if (prefer.length > 0 || Object.keys(limits ?? {}).length > 0) return;
  throw new InvalidError("prefer and limits are both empty. Name a model or a limit.");
}

function refuseTwice({ prefer }: ModelRoutingPolicyInput): void {
  const names = prefer.map(({ provider, model }) => `${provider}/${model}`);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice) {
    throw new InvalidError(`prefer names ${twice} twice. Name each model once, in the order wanted.`);
  }
}
