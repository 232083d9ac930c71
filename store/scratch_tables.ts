import type { Database } from "./database.ts";
import { differ } from "./differ.ts";
import { createProjectionTables } from "./projection_tables.ts";
import type { ViewDefinition, ViewTable } from "./view.ts";

/**
 * Creates the tables of views to compare them with the stored ones. A full-text table has its rows, but no words are indexed:
 * no fold searches them, and SQLite's integrity check compares the stored words with the stored rows.
 */
export function createScratchTables(database: Database, views: readonly ViewDefinition[]): void {
  const plain = views.map((view) => ({ ...view, tables: mapValues(view.tables, withoutWords) }));
  createProjectionTables(database, { streams: {}, views: plain as ViewDefinition[] }, "", 0);
}

function withoutWords({ virtual, columns, ...table }: ViewTable): ViewTable {
  return virtual ? { ...table, columns: searchColumns(columns).join(", ") } : { ...table, columns };
}

/** Returns the columns of a full-text table: what is left of its declaration without options. */
export const searchColumns = (declaration: string): string[] =>
  declaration.split(",").filter((part) => !part.includes("=")).map((part) => part.trim().split(/\s/)[0]!);

const mapValues = <From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

/** Returns the tables of views whose rows differ from the stored ones. */
export function differingTables(database: Database, views: readonly ViewDefinition[]): string[] {
  const tables = views.flatMap((view) => Object.entries(view.tables));
  return tables.filter(([name, { virtual, columns }]) =>
    virtual
      ? textsDiffer(database, name, searchColumns(columns))
      : differ(database, `* from main.${name}`, `* from stored.${name}`)
  ).map(([name]) => name);
}

/** Looks up each row by its rowid: SQLite does not know that a full-text table is sorted by it, and would sort all texts. */
function textsDiffer(database: Database, table: string, columns: readonly string[]): boolean {
  const same = ["a.rowid = b.rowid", ...columns.map((column) => `a.${column} is b.${column}`)].join(" and ");
  const rows = (schema: string) =>
    database.get<{ n: number }>(`select count(*) as n from ${schema}.${table}`)!.n;
  return rows("main") !== rows("stored") || database.get(
        `select 1 from main.${table} a left join stored.${table} b on ${same} where b.rowid is null limit 1`,
      ) !== undefined;
}
