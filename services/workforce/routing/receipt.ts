import type { Route } from "../../../store/model_use/route_events.ts";
import type { Reads } from "../../ground/kernel/context.ts";
import { type ActualModel, actualModels } from "../../sessions/models/budgets/actual_models.ts";
import { type Spend, spendOfRun } from "../../sessions/models/budgets/spend.ts";
import { counted, money } from "../../ground/kernel/words.ts";

/**
 * Returns how the result differs from the expectation, a sentence each. Unknown costs are listed, as they can neither
 * confirm nor refute it.
 */
export function gradeRoute(route: Route, actual: readonly ActualModel[], spend: Spend): string[] {
  const { selected, limits } = route;
  const strayed = actual.filter(({ provider, model, completed }) =>
    completed > 0 && (provider !== selected.provider || model !== selected.model)
  );
  const { expectedCostUsd: expected } = selected;
  const over = expected && spend.costUsd > expected.high;
  return [
    ...strayed.map(({ provider, model, completed }) =>
      `${provider}/${model} answered ${
        counted(completed, "call")
      } instead of ${selected.provider}/${selected.model}.`
    ),
    ...(over ? [`It cost ${money(spend.costUsd)}, but at most ${money(expected.high)} was expected.`] : []),
    ...(limits.maxCostUsd !== undefined && spend.costUsd > limits.maxCostUsd
      ? [`It cost ${money(spend.costUsd)}, but the limit is ${money(limits.maxCostUsd)}.`]
      : []),
    ...((expected || limits.maxCostUsd !== undefined) && spend.unknownCalls > 0
      ? [
        `The cost of ${counted(spend.unknownCalls, "call")} is unknown, so the ${
          expected ? "expectation" : "limit"
        } cannot be checked.`,
      ]
      : []),
  ];
}

/** Returns the receipt of a run: what its route expected, what its calls cost, and whether they match. */
export function routeReceipt(service: Pick<Reads, "store">, runId: string, route: Route) {
  const actual = actualModels(service, runId);
  const spend = spendOfRun(service, runId);
  const differences = gradeRoute(route, actual, spend);
  const name = ({ provider, model }: { provider: string; model: string }) => ({
    id: `${provider}/${model}`,
    provider,
    model,
  });
  return {
    selectedModel: { ...name(route.selected), privacy: route.selected.privacy },
    alternatives: route.alternatives.map(name),
    matchingPolicyId: route.matchingPolicyId,
    rationale: route.rationale,
    limits: route.limits,
    expectedCostUsd: route.selected.expectedCostUsd,
    actual: { models: actual.map((each) => ({ ...name(each), ...each })), ...spend },
    held: spend.calls === 0 ? null : differences.length === 0,
    differences,
  };
}
