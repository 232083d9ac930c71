import { distance } from "fastest-levenshtein";

/** The largest Levenshtein distance of a typing error; swapped letters count as two. */
const MAX_DISTANCE = 3;

/** Returns the candidate that was most probably meant, or null. */
export function closest(typed: string, candidates: readonly string[]): string | null {
  const near = candidates.map((candidate) => ({ candidate, edits: distance(typed, candidate) }))
    .filter(({ candidate, edits }) =>
      edits <= MAX_DISTANCE && edits <= Math.max(typed.length, candidate.length) / 2 ||
      (typed.length >= 3 && candidate.startsWith(typed))
    );
  return near.toSorted((a, b) => a.edits - b.edits)[0]?.candidate ?? null;
}

/** ` Did you mean x?`, or nothing. */
export function didYouMean(typed: string, candidates: readonly string[]): string {
  const found = closest(typed, candidates);
  return found === null ? "" : ` Did you mean ${found}?`;
}
