import { Database, type SqlValue } from "../store/database.ts";
import type { EventStore } from "../store/event_store.ts";
import { createProjectionTables, projectionTables } from "../store/projection_tables.ts";
import type { Registry } from "../store/projector.ts";
import { Rebuild } from "../store/rebuild.ts";
import { registry as ofProgram } from "../store/registry.ts";
import { prepareSchema } from "../store/schema.ts";

/** Empty tables, in memory: making some 250 of them takes longer than a small test. */
let scratch: Database | null = null;

/** Tables that folding the whole log again gives differently, `slice` events at a time; empty is what every test ends in. */
export function rebuildDifferences(
  { database, registry, projector }: Pick<EventStore, "database" | "registry" | "projector">,
  slice = 1000,
): string[] {
  projector.catchUp();
  const folded = registry === ofProgram ? scratch ??= makeScratch() : makeScratch(registry);
  folded.begin();
  try {
    copyLog(database, folded);
    const rebuild = new Rebuild(folded, registry, "");
    while (!rebuild.fold(slice));
    return projectionTables(registry)
      .filter((table) => rowsOf(database, registry, table) !== rowsOf(folded, registry, table));
  } finally {
    folded.rollback();
    if (folded !== scratch) folded.close();
  }
}

function makeScratch(registry = ofProgram): Database {
  const database = new Database(":memory:");
  prepareSchema(database);
  createProjectionTables(database, registry, "", 0, false);
  return database;
}

function copyLog(from: Database, to: Database): void {
  const rows = from.all<Record<string, SqlValue>>("select * from events order by seq");
  const columns = Object.keys(rows[0] ?? {});
  const insert = `insert into events (${columns.join()}) values (${columns.map(() => "?").join()})`;
  for (const row of rows) to.run(insert, ...Object.values(row));
}

/** All rows of a table as one text, whatever their order. Counts of nothing are none. */
function rowsOf(database: Database, { views }: Registry, table: string): string {
  const isSearched = views.some(({ tables }) => tables[table]?.virtual !== undefined);
  const where = table === "document_counts" ? " where n > 0" : "";
  const rows = database.all(`select ${isSearched ? "rowid, *" : "*"} from ${table}${where}`);
  return rows.map((row) => JSON.stringify(row)).sort().join("\n");
}
