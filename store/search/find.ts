import type { Tables } from "../view.ts";
import { kindWord, type TextKind, type TextRow } from "./texts.ts";

/** A search result. */
export type FoundText = TextRow & { words: string; paths: string };

/** What to find: an FTS5 expression over words, or only over the paths of changed files. */
type TextQuery = { match: string; in: "words" | "paths"; kinds: readonly TextKind[] };

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

function expressionOf({ match, in: where, kinds }: TextQuery): string {
  const columns = where === "paths" ? "paths" : "{title words paths}";
  const ofKind = kinds.map((kind) => `"${kindWord(kind)}"`).join(" OR ");
  return `${columns} : (${match})${kinds.length > 0 ? ` AND kind : (${ofKind})` : ""}`;
}

/** Returns the text of a run's request, which is found by its number. At most one. */
export const requestText = (tables: Tables, runId: string): FoundText[] =>
  tables.all<FoundText>(
    `select t.*, s.words, s.paths from {search_texts} t join {search_words} s on s.rowid = t.sequence
     where t.run_id = ? and t.kind = 'run'`,
    runId,
  );
