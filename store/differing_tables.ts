import type { Database } from "./database.ts";
import { differ } from "./differ.ts";
import { searchColumns } from "./projection_tables.ts";
import type { ViewDefinition } from "./view.ts";

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
