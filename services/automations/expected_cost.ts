import type { Ctx } from "../kernel/context.ts";
import { previewRoute } from "../routing/preview.ts";
import type { WorkersLive } from "../workers/live.ts";
import { reachOf } from "../workflows/graph/mod.ts";
import type { Definition } from "../workflows/language/mod.ts";

/** What one run is expected to cost. What is not known is named, and never counts as nothing. */
export type ExpectedCost = { low: number; high: number; unknown: string[] };

/**
 * Returns what the prompts of a run are expected to cost, each by whom routing would choose now: at least those that every run
 * executes, at most each as often as it may be.
 */
export function expectedCostOf(ctx: Ctx<WorkersLive>, definition: Definition): ExpectedCost {
  const cost: ExpectedCost = { low: 0, high: 0, unknown: [] };
  const top = new Set(definition.nodes.filter(({ dependsOn, when }) => dependsOn.length === 0 && !when));
  for (const { node, path, times } of reachOf(definition)) {
    if (node.kind !== "prompt") continue;
    const worker = node.with.worker ?? definition.defaults.worker;
    const each = previewRoute(ctx, { request: node.with.content, ...(worker && { worker }) })
      .selectedModel?.expectedCostUsd;
    if (!each) cost.unknown.push(path);
    else {
      cost.low += top.has(node) ? each.low : 0;
      cost.high += each.high * times;
    }
  }
  return cost;
}
