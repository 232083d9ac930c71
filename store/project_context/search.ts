import type { SqlValue } from "../database.ts";
import { fieldExpression } from "../projector.ts";
import type { Tables } from "../view.ts";
import { type ProjectContextRecord, projectContextStream } from "./stream.ts";
import { termsOf } from "./terms.ts";

/** Index entries that one search looks at; beyond them the rarer words of a query decide. */
export const SEARCH_CANDIDATES = 5000;

const MOST_WORDS = 16;

/** Fields that a search may be limited to; null means absent. */
export type SearchFilter = Partial<
  Record<"projectRoot" | "documentType" | "status" | "archivedAt", string | null>
>;

/**
 * Documents in whose title or content every word of the query begins a word, newest first. Candidates come from the
 * longest word's index entries, or from the project when one is named: nothing is ever scanned.
 */
export function searchProjectContext(
  tables: Tables,
  query: string,
  filter: SearchFilter,
  limit: number,
): ProjectContextRecord[] {
  const words = termsOf(query, MOST_WORDS).toSorted((a, b) => b.length - a.length);
  if (words.length === 0) return [];
  const kind = projectContextStream.kind;
  const values: SqlValue[] = [];
  const bind = (...given: SqlValue[]): void => void values.push(...given);

  const inProject = typeof filter.projectRoot === "string";
  if (inProject) bind(filter.projectRoot!, SEARCH_CANDIDATES);
  else bind(...range(words[0]!), SEARCH_CANDIDATES);
  const candidates = inProject
    ? `select id from {documents} where kind = '${kind}' and ${fieldExpression("projectRoot")} = ?
       order by id desc limit ?`
    : `select document_id as id from {project_context_terms} where term >= ? and term < ?
       order by term, document_id desc limit ?`;

  const clauses = (inProject ? words : words.slice(1)).map((word) => {
    bind(...range(word));
    return `exists (select 1 from {project_context_terms} t
      where t.document_id = d.id and t.term >= ? and t.term < ?)`;
  });
  for (const [field, value] of Object.entries(filter)) {
    if (field === "projectRoot") continue;
    clauses.push(`json_extract(d.body, '$.${field}') ${value === null ? "is null" : "= ?"}`);
    if (value !== null) bind(value);
  }
  return tables.all<{ body: string }>(
    `select d.body from (select distinct id from (${candidates})) c
     cross join {documents} d on d.kind = '${kind}' and d.id = c.id
     ${clauses.length > 0 ? `where ${clauses.join(" and ")}` : ""} order by d.id desc limit ?`,
    ...values,
    limit,
  ).map((row) => JSON.parse(row.body));
}

/** From a word up to the last one that begins with it. */
const range = (word: string): [string, string] => [word, `${word}\u{10FFFF}`];
