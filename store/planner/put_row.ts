import type { SqlValue } from "../database.ts";
import type { Tables } from "../view.ts";

/** Writes a row, replacing the existing one. `insert or replace` would take ten times as long for an existing row. */
export function putRow(
  tables: Tables,
  table: string,
  row: Readonly<Record<string, SqlValue>> & { row: number },
): void {
  const names = Object.keys(row);
  const changed = names.map((name) => `${name} = excluded.${name}`).join(", ");
  tables.run(
    `insert into {${table}} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})
     on conflict (row) do update set ${changed}`,
    ...Object.values(row),
  );
}
