/** From this part of a budget on, a person is warned. */
export const WARNED_PART = 0.8;

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
  // A billionth of a dollar is what amounts are counted in.
  if (after - limitUsd > 1e-9) return "exceeds";
  if (worstCaseUsd === null && committedUsd >= limitUsd) return "exceeds";
  return after >= WARNED_PART * limitUsd ? "warns" : "fits";
}
