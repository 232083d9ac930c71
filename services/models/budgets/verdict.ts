/** From this part of a budget on, a person is warned. */
export const WARNED_PART = 0.8;

/** What amounts are counted in, a billionth of a dollar: sums and parts of them are less than that off. */
const UNIT_USD = 1e-9;

/** Whether so much of a budget is near its limit, or beyond it. */
export const isNearLimit = (usd: number, limitUsd: number): boolean =>
  usd > WARNED_PART * limitUsd - UNIT_USD;

/** What a call means for one budget. */
export type Verdict = "fits" | "warns" | "exceeds";

/**
 * Holds a call against a budget. The call is counted with the most that it can cost; where that is not known, only what is
 * committed already decides. Pure.
 */
export function verdictOf(
  { limitUsd, committedUsd }: { limitUsd: number; committedUsd: number },
  worstCaseUsd: number | null,
): Verdict {
  const after = committedUsd + (worstCaseUsd ?? 0);
  if (after - limitUsd > UNIT_USD) return "exceeds";
  if (worstCaseUsd === null && committedUsd >= limitUsd) return "exceeds";
  return isNearLimit(after, limitUsd) ? "warns" : "fits";
}
