import { closest, distance } from "fastest-levenshtein";

/** Returns the name that was probably meant, as the end of a sentence; empty if none is similar. */
export function didYouMean(name: string, known: readonly string[]): string {
  if (known.length === 0) return "";
  const best = closest(name, [...known]);
  return distance(name, best) <= Math.ceil(name.length * 0.4) ? `Did you mean "${best}"?` : "";
}
