import type { DocumentReader } from "../documents.ts";
import type { Tables } from "../view.ts";
import { type ProjectContextRecord, projectContextStream } from "./stream.ts";
import { distinctWordsOf } from "./terms.ts";
import { keysOf } from "../shared/records.ts";

/** Documents that one search looks at. */
const SEARCH_CANDIDATES = 2000;

const MAX_WORDS = 16;

/** Fields that a search may be limited to; null means absent. */
export type SearchFilter = Partial<
  Record<"projectRoot" | "documentType" | "status" | "archivedAt", string | null>
>;

/**
 * Returns documents in whose title or content every word of the query begins a word, newest first. Candidates are those
 * of the named project, or of the rarest word: at most 2,000 of them, so that nothing is ever scanned.
 */
export function searchProjectContext(
  documents: DocumentReader,
  query: string,
  filter: SearchFilter,
  limit: number,
): ProjectContextRecord[] {
  const words = distinctWordsOf(query, MAX_WORDS);
  if (words.length === 0) return [];
  const { tables } = documents;
  const found: ProjectContextRecord[] = [];
  for (const id of candidates(tables, documents, words, filter)) {
    if (found.length >= limit) break;
    if (!words.every((word) => holds(tables, id, word))) continue;
    const document = documents.get(projectContextStream, id);
    if (document && fits(document, filter)) found.push(document);
  }
  return found;
}

function candidates(
  tables: Tables,
  documents: DocumentReader,
  words: readonly string[],
  { projectRoot }: SearchFilter,
): string[] {
  if (typeof projectRoot === "string") {
    const page = { limit: SEARCH_CANDIDATES, newestFirst: true };
    return documents.find(projectContextStream, { projectRoot }, page).map(({ id }) => id);
  }
  const ofWords = words.map((word) =>
    tables.all<{ id: string }>(
      `select document_id as id from {project_context_terms} where term >= ? and term < ?
       order by term, document_id desc limit ?`,
      ...range(word),
      SEARCH_CANDIDATES,
    ).map(({ id }) => id)
  );
  const rarest = ofWords.reduce((best, ids) => ids.length < best.length ? ids : best);
  return [...new Set(rarest)].sort().reverse();
}

const holds = (tables: Tables, id: string, word: string): boolean =>
  tables.get(
    "select 1 from {project_context_terms} where document_id = ? and term >= ? and term < ? limit 1",
    id,
    ...range(word),
  ) !== undefined;

const fits = (document: ProjectContextRecord, filter: SearchFilter): boolean =>
  keysOf(filter).every((field) => document[field] === filter[field]);

/** The range from a word to the last one that begins with it. */
const range = (word: string): [string, string] => [word, `${word}\u{10FFFF}`];
