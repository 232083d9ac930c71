import type { Ctx } from "../../ground/kernel/context.ts";
import { previewRoute } from "../../workforce/routing/preview.ts";
import type { WorkersLive } from "../../workforce/workers/live.ts";
import { namedWorkers, reachOf, startsRun } from "../../control/workflows/graph/mod.ts";
import type { WorkflowDefinition } from "../../control/workflows/language/mod.ts";

/** The expected cost of one run. Unknown parts are named, and never count as zero. */
type ExpectedCost = { low: number; high: number; unknown: string[] };

/**
 * Returns the expected cost of a run's prompts, each for the model that routing would choose now: at least the prompts
 * that every run executes, at most each as often as it can be repeated.
 */
export function expectedCostOf(ctx: Ctx<WorkersLive>, definition: WorkflowDefinition): ExpectedCost {
  const cost: ExpectedCost = { low: 0, high: 0, unknown: [] };
  const top = new Set(definition.nodes.filter(({ dependsOn, when }) => dependsOn.length === 0 && !when));
  for (const reached of reachOf(definition)) {
    const { node, path, times } = reached;
    if (startsRun(node)) cost.unknown.push(path);
    if (node.kind !== "prompt") continue;
    const named = namedWorkers(reached);
    const workers = named.length === 0 ? [undefined] : named;
    for (const worker of workers) {
      const each = previewRoute(ctx, { request: node.with.content, ...(worker && { worker }) })
        .selectedModel?.expectedCostUsd;
      if (each) {
        cost.low += top.has(node) ? each.low : 0;
        // The contenders of a race share the number of times.
        cost.high += each.high * times / workers.length;
      } else if (cost.unknown.at(-1) !== path) cost.unknown.push(path);
    }
  }
  return cost;
}
