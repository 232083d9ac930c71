import { facetWord, type MemoryFacets } from "../../../store/memory/facets.ts";
import { entriesOf } from "../../../store/shared/records.ts";

const MAX_TERMS = 32;

/** Returns a word or phrase as FTS5 takes it literally; null if nothing in it can be searched. */
const literal = (term: string): string | null =>
  /[\p{L}\p{N}]/u.test(term) ? `"${term.replaceAll('"', '""').replaceAll("\0", "")}"` : null;

/** Returns the words and quoted phrases of an input; nothing in it is an operator. */
export const memoryTermsOf = (query: string): string[] =>
  [...query.matchAll(/"([^"]*)"|[^\s"]+/g)].map((match) => literal(match[1] ?? match[0]))
    .filter((term) => term !== null).slice(0, MAX_TERMS);

/**
 * Returns the FTS5 expression for records with all facets and all terms (or, with `any`, at least one of them). Null without
 * anything to match.
 */
export function matchOf(
  facets: Partial<Record<keyof MemoryFacets, string | undefined>>,
  terms: readonly string[],
  any = false,
): string | null {
  const parts = entriesOf(facets).flatMap(([name, value]) =>
    value === undefined ? [] : [`facets : "${facetWord(name, value)}"`]
  );
  if (terms.length > 0) parts.push(`content : (${terms.join(any ? " OR " : " AND ")})`);
  return parts.length > 0 ? parts.join(" AND ") : null;
}
