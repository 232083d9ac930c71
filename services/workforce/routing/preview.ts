import { money } from "../../ground/kernel/words.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { budgetLeft } from "../../sessions/models/budgets/left.ts";
import { findProvider } from "../../sessions/models/providers/find.ts";
import { whyBlocked } from "../recipes/why_blocked.ts";
import { routeFor } from "./route.ts";
import type { ModelRoutingPreview, ModelRoutingPreviewInput } from "./schemas.ts";
import type { RouteChoice } from "./types.ts";
import type { WorkersLive } from "../workers/live.ts";

/** Returns which model a run would get, what it may cost, and why, exactly as the run itself would decide now. */
export function previewRoute(
  service: Pick<Core & WorkersLive, "store" | "vault" | "providers" | "workers" | "now" | "sandbox">,
  input: ModelRoutingPreviewInput,
): ModelRoutingPreview {
  const decision = routeFor(service, input);
  const { selected, alternatives, excluded, rationale, warnings, matchingPolicyId, limits } = decision;
  const budget = budgetLeft(service, limits.maxCostUsd);
  const high = selected?.expectedCostUsd?.high ?? null;
  const tight = budget.leftUsd !== null && high !== null && high > budget.leftUsd;
  return {
    selectedModel: selected && show(service, selected),
    alternatives: alternatives.map((choice) => show(service, choice)),
    excluded: excluded.map((each) => ({ id: `${each.provider}/${each.model}`, ...each })),
    rationale,
    warnings: [
      ...warnings,
      ...(tight && budget.leftUsd !== null
        ? [`The budget has ${money(budget.leftUsd)} left. A call that would exceed it is refused.`]
        : []),
    ],
    policyBlocked: whyBlocked(input.request ?? ""),
    matchingPolicyId,
    limits,
    budget,
  };
}

const show = (service: Pick<Core & WorkersLive, "store" | "providers">, choice: RouteChoice) => {
  const provider = findProvider(service, choice.provider);
  return {
    id: `${choice.provider}/${choice.model}`,
    ...choice,
    executionPath: provider?.kind.executionPath(provider) ?? "in this process",
  };
};
