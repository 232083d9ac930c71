import type { Database } from "./database.ts";
import { documentsTable, fieldExpression, type Registry } from "./projector.ts";
import type { ViewDefinition } from "./view.ts";

/** The names of all projection tables. */
export const projectionTables = (registry: Registry): string[] => [
  ...Object.values(registry.streams).map(({ kind }) => documentsTable(kind)),
  "document_counts",
  "document_numbers",
  ...registry.views.flatMap((view) => Object.keys(view.tables)),
];

/**
 * Creates the projection tables and indexes that are missing. Index names carry the generation, because those of a
 * rebuild exist next to the live ones. Unless `words` is true, a full-text table has its rows, but its words are not indexed:
 * no fold searches them, and changing an indexed row takes longer the more rows have its words.
 */
export function createProjectionTables(
  database: Database,
  registry: Registry,
  prefix: string,
  generation: number,
  words = true,
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
      if (virtual && words) createSearchTable(database, `${prefix}${name}`, columns);
      else if (virtual) table(name, searchColumns(columns).join(", "));
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

/** Indexes the words of full-text tables that were created without. */
export function indexWords(database: Database, views: readonly ViewDefinition[]): void {
  for (const [name, { virtual, columns }] of views.flatMap(({ tables }) => Object.entries(tables))) {
    if (!virtual) continue;
    const named = ["rowid", ...searchColumns(columns)].join(", ");
    database.exec(`alter table ${name} rename to unindexed_${name}`);
    createSearchTable(database, name, columns);
    database.exec(`insert into ${name} (${named}) select ${named} from unindexed_${name} order by rowid`);
    database.exec(`drop table unindexed_${name}`);
  }
}

/** Returns the columns of a full-text table: what is left of its declaration without options. */
export const searchColumns = (declaration: string): string[] =>
  declaration.split(",").filter((part) => !part.includes("=")).map((part) => part.trim().split(/\s/)[0]!);
