import type { Tables } from "../view.ts";
import { kindWord, type TextKind, type TextRow } from "./texts.ts";

/** A search result. */
export type FoundText = TextRow & { words: string; paths: string };

/** What to find: FTS5 expressions over all words and over the paths of changed files, at least one of them. */
type TextQuery = { words: string | null; paths?: string; kinds: readonly TextKind[] };

/** Returns texts that match, newest first. Ranking a common word would read every text that contains it. */
export function findTexts(
  tables: Tables,
  query: TextQuery,
  { limit, offset }: { limit: number; offset: number },
): FoundText[] {
  return tables.all<FoundText>(
    `select t.*, s.words, s.paths from (
       select rowid from {search_words} where {search_words} match ? order by rowid desc limit ? offset ?
     ) f join {search_words} s on s.rowid = f.rowid join {search_texts} t on t.sequence = f.rowid
     order by f.rowid desc`,
    expressionOf(query),
    limit,
    offset,
  );
}

/** Returns how many texts match; none beyond `most` is counted. */
export const countTexts = (tables: Tables, query: TextQuery, most: number): number =>
  tables.get<{ n: number }>(
    "select count(*) as n from (select 1 from {search_words} where {search_words} match ? limit ?)",
    expressionOf(query),
    most,
  )!.n;

function expressionOf({ words, paths, kinds }: TextQuery): string {
  const ofKind = kinds.map((kind) => `"${kindWord(kind)}"`).join(" OR ");
  return [
    ...(words === null ? [] : [`{title words paths} : (${words})`]),
    ...(paths === undefined ? [] : [`paths : (${paths})`]),
    ...(ofKind === "" ? [] : [`kind : (${ofKind})`]),
  ].join(" AND ");
}

/** Returns the text of a run's request, which is found by its number. At most one. */
export const requestText = (tables: Tables, runId: string): FoundText[] =>
  tables.all<FoundText>(
    `select t.*, s.words, s.paths from {search_texts} t join {search_words} s on s.rowid = t.sequence
     where t.run_id = ? and t.kind = 'run'`,
    runId,
  );
