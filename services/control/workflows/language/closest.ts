import { closest, distance } from "fastest-levenshtein";

/** Returns the name that was probably meant; null if none is similar. */
export function meantName(name: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const best = closest(name, [...known]);
  return distance(name, best) <= Math.ceil(name.length * 0.4) ? best : null;
}

/** Returns the name that was probably meant, as the end of a sentence; empty if none is similar. */
export function didYouMean(name: string, known: readonly string[]): string {
  const meant = meantName(name, known);
  return meant === null ? "" : `Did you mean "${meant}"?`;
}
