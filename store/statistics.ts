import { Database } from "./database.ts";

/** How much a store contains. */
export type StoreStatistics = {
  entries: number;
  erasedEntries: number;
  streams: number;
  firstAt: string | null;
  lastAt: string | null;
  /** Documents by their kind. */
  documents: { id: string; count: number }[];
};

/** Counts the contents of a database file without writing to it. */
export function readStatistics(databaseFile: string): StoreStatistics {
  const database = new Database(databaseFile, { readOnly: true });
  try {
    const { entries, erased, streams, first, last } = database.get<{
      entries: number;
      erased: number;
      streams: number;
      first: string | null;
      last: string | null;
    }>(
      `select count(*) entries, count(erased_by) erased, count(distinct stream) streams,
        (select at from events order by seq limit 1) first, (select at from events order by seq desc limit 1) last
        from events`,
    )!;
    const tables = database.all<{ name: string }>(
      "select name from sqlite_schema where type = 'table' and name glob 'documents_*' order by name",
    );
    const documents = tables.map(({ name }) => ({
      id: name.slice("documents_".length),
      count: database.get<{ count: number }>(`select count(*) count from ${name}`)!.count,
    })).filter(({ count }) => count > 0);
    return { entries, erasedEntries: erased, streams, firstAt: first, lastAt: last, documents };
  } finally {
    database.close();
  }
}
