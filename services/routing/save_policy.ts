import { isDeepStrictEqual } from "node:util";
import { type RoutingPolicyDocument, routingPolicyStream } from "../../store/models/routing_policy_stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { InvalidError } from "../kernel/errors.ts";
import { existing, type Made, made } from "../kernel/made.ts";
import { requireRoutingPolicy, showRoutingPolicy } from "./policies.ts";
import type { ModelRoutingPolicy, ModelRoutingPolicyInput } from "./schemas.ts";
import type { WorkersLive } from "../workers/live.ts";

/**
 * Makes a routing policy, or replaces the one whose id is given; one that is the same already stays as it is. Throws
 * `NotFoundError` for an id that there is not, and `InvalidError` for a model that is named twice and for a
 * policy that says nothing.
 */
export function saveRoutingPolicy(
  ctx: Ctx<WorkersLive>,
  input: ModelRoutingPolicyInput,
): Made<ModelRoutingPolicy> {
  const known = input.id === undefined ? null : requireRoutingPolicy(ctx, input.id);
  refuseTwice(input);
  refuseWithoutEffect(input);
  const { id: _, status = known?.status ?? "active", priority = known?.priority ?? 0, limits = {}, ...rest } =
    input;
  const data = { ...rest, status, priority, limits };
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

function refuseWithoutEffect({ prefer, limits = {} }: ModelRoutingPolicyInput): void {
  if (prefer.length > 0 || Object.keys(limits).length > 0) return;
  throw new InvalidError("prefer names no model and limits says nothing. Name a model or a limit.");
}

function refuseTwice({ prefer }: ModelRoutingPolicyInput): void {
  const names = prefer.map(({ provider, model }) => `${provider}/${model}`);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice) {
    throw new InvalidError(`prefer names ${twice} twice. Name each model once, in the order wanted.`);
  }
}
