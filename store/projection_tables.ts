import type { Database } from "./database.ts";
import { documentsTable, fieldExpression, type Registry } from "./projector.ts";

/** The names of all projection tables. */
export const projectionTables = (registry: Registry): string[] => [
  ...Object.values(registry.streams).map(({ kind }) => documentsTable(kind)),
  "document_counts",
  "document_numbers",
  ...registry.views.flatMap((view) => Object.keys(view.tables)),
];

/**
 * Creates the projection tables and indexes that are missing. Index names carry the generation, because those of a
 * rebuild exist next to the live ones.
 */
export function createProjectionTables(
  database: Database,
  registry: Registry,
  prefix: string,
  generation: number,
) {
  const table = (name: string, columns: string, indexes: readonly string[] = [], options = "") => {
    database.exec(`create table if not exists ${prefix}${name} (${columns}) ${options}`);
    indexes.forEach((index, i) => {
      database.exec(
        `create index if not exists ${name}_g${generation}_${i} on ${prefix}${name} (${index})`,
      );
    });
  };
  for (const { kind, indexes } of Object.values(registry.streams)) {
    table(
      documentsTable(kind),
      "id text not null primary key, version integer not null, body text not null",
      indexes.map((fields) => [...fields.map(String).map(fieldExpression), "id"].join(", ")),
      "without rowid",
    );
  }
  table(
    "document_counts",
    "kind text not null, value text not null, n integer not null, primary key (kind, value)",
    [],
    "without rowid",
  );
  table(
    "document_numbers",
    "kind text not null, number integer not null, id text not null, primary key (kind, number)",
    ["kind, id"],
    "without rowid",
  );
  for (const view of registry.views) {
    for (const [name, { columns, indexes, virtual }] of Object.entries(view.tables)) {
      if (virtual) createSearchTable(database, `${prefix}${name}`, columns);
      else table(name, columns, indexes);
    }
  }
}

function createSearchTable(database: Database, name: string, columns: string): void {
  database.exec(`create virtual table if not exists ${name} using fts5(${columns})`);
  database.exec(`insert into ${name} (${name}, rank) values ('secure-delete', 1)`);
  // Each word that is deleted is looked for in every segment of the index: fewer of them, by merging as soon as there are two.
  database.exec(`insert into ${name} (${name}, rank) values ('automerge', 2)`);
}
