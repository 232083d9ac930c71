import {
  plannerSuppressionStream,
  type SuppressionDocument,
} from "../../../../store/planner/suppression_stream.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import type { ComputedConflict } from "./computed.ts";
import type { PlannerConflictSuppression } from "./schemas.ts";

type Reader = Pick<Core, "store" | "now">;

/** Returns the suppressions of a conflict that were not removed, newest first. */
export const suppressionsOf = (ctx: Pick<Core, "store">, conflictId: string): SuppressionDocument[] =>
  allOf(ctx, conflictId).filter(({ removedAt }) => removedAt === null);

/** Returns the newest suppression of a conflict that applies or did, also if a person removed it. */
export function newestOf(ctx: Pick<Core, "store">, conflictId: string): SuppressionDocument | undefined {
  const all = allOf(ctx, conflictId);
  return all.find(({ removedAt }) => removedAt === null) ?? all[0];
}

const allOf = ({ store }: Pick<Core, "store">, conflictId: string): SuppressionDocument[] =>
  store.documents.all(plannerSuppressionStream, { conflictId }, { newestFirst: true });

/** Returns those that were not removed, newest first. */
export const keptSuppressions = ({ store }: Pick<Core, "store">): SuppressionDocument[] =>
  store.documents.all(plannerSuppressionStream, { removedAt: null }, { newestFirst: true });

/** Returns a suppression with its state; the fingerprint is null if the conflict no longer exists. */
export function showSuppression(
  { now }: Pick<Core, "now">,
  { removedAt, found: _, ...suppression }: SuppressionDocument,
  fingerprint: string | null,
): PlannerConflictSuppression {
  const { until } = suppression;
  const state = removedAt !== null
    ? "removed"
    : until !== null && until <= now().toISOString()
    ? "expired"
    : suppression.fingerprint !== fingerprint
    ? "lapsed"
    : "active";
  return { ...suppression, state };
}

/** Returns the function that says whether a conflict is suppressed. Where none is, no id has to be computed. */
export function suppressedNow(ctx: Reader): (conflict: ComputedConflict) => boolean {
  const kept = keptSuppressions(ctx);
  if (kept.length === 0) return () => false;
  const byConflict = Map.groupBy(kept, ({ conflictId }) => conflictId);
  return (conflict) => {
    const newest = byConflict.get(conflict.id)?.[0];
    return newest !== undefined && showSuppression(ctx, newest, conflict.fingerprint).state === "active";
  };
}
