import { sha256 } from "../chain.ts";
import { entriesOf } from "../shared/records.ts";

/** What a memory record can be filtered by, besides its text. */
export type MemoryFacets = {
  status: string;
  type: string;
  scope: string;
  scopeId: string | null;
  runId: string | null;
  conversationId: string | null;
};

/**
 * A facet as a word of the full-text index, so that any combination of filters, with or without text, is one
 * intersection in that index. Hashed, because values are free text and a word must be a single token that no stemmer
 * changes.
 */
export const facetWord = (name: keyof MemoryFacets, value: string): string =>
  `${name.toLowerCase()}${sha256(value).slice(0, 16)}x`;

/** Returns all facets of a record as the index has them. */
export const facetWords = (facets: MemoryFacets): string =>
  entriesOf(facets).flatMap(([name, value]) => value === null ? [] : [facetWord(name, value)]).join(" ");
