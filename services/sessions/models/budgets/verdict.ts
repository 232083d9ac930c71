/** The part of a budget at which a warning is recorded. */
export const WARNED_PART = 0.8;

/** Amounts are compared in billionths of a dollar; rounding errors of sums are smaller. */
const UNIT_USD = 1e-9;

/** Whether a budget is near its limit or exceeds it. */
export const isNearLimit = (usd: number, limitUsd: number): boolean =>
  usd > WARNED_PART * limitUsd - UNIT_USD;

/** What a call means for one budget. */
type BudgetVerdict = "fits" | "warns" | "exceeds";

/**
 * Checks a call against a budget. The call counts with its maximum cost; where that is unknown, only the amount already
 * committed decides. Pure.
 */
export function budgetVerdictOf(
  { limitUsd, committedUsd }: { limitUsd: number; committedUsd: number },
  worstCaseUsd: number | null,
): BudgetVerdict {
  const after = committedUsd + (worstCaseUsd ?? 0);
  if (after - limitUsd > UNIT_USD) return "exceeds";
  if (worstCaseUsd === null && committedUsd >= limitUsd) return "exceeds";
  return isNearLimit(after, limitUsd) ? "warns" : "fits";
}
