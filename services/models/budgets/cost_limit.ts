import type { RunDocument } from "../../../store/runs/document.ts";

/** What a run may cost by its route and by its workflow; undefined where neither says anything. */
export function costLimitOf(run: Pick<RunDocument, "route" | "maxCostUsd"> | null): number | undefined {
  const limits = [run?.route?.limits.maxCostUsd, run?.maxCostUsd].filter((limit) => limit !== undefined);
  return limits.length === 0 ? undefined : Math.min(...limits);
}
