import type { RunDocument } from "../../../../store/runs/document.ts";

/** Returns the cost limit that a run's route and workflow set; undefined where neither sets one. */
export function costLimitOf(run: Pick<RunDocument, "route" | "maxCostUsd"> | null): number | undefined {
  const limits = [run?.route?.limits.maxCostUsd, run?.maxCostUsd].filter((limit) => limit !== undefined);
  return limits.length === 0 ? undefined : Math.min(...limits);
}
