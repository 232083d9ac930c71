/** The distance at which two words are no longer taken for the same one with a slip of the finger. */
const MOST_SLIPS = 3;

/** The candidate that was most probably meant; null when none is near. */
export function closest(typed: string, candidates: readonly string[]): string | null {
  const near = candidates.map((candidate) => ({ candidate, slips: distance(typed, candidate) }))
    .filter(({ candidate, slips }) =>
      slips <= MOST_SLIPS && slips <= Math.max(typed.length, candidate.length) * 0.4 ||
      (typed.length >= 3 && candidate.startsWith(typed))
    );
  return near.toSorted((a, b) => a.slips - b.slips)[0]?.candidate ?? null;
}

/** ` Did you mean x?`, or nothing. */
export function didYouMean(typed: string, candidates: readonly string[]): string {
  const found = closest(typed, candidates);
  return found === null ? "" : ` Did you mean ${found}?`;
}

/** Letters to insert, delete, replace, or swap with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]![j]!;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]!.push(swapped ? Math.min(best, at(i - 2, j - 2) + 1) : best);
    }
  }
  return at(a.length, b.length);
}
