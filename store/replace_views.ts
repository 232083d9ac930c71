import type { Database } from "./database.ts";
import type { EventRow } from "./event.ts";
import { createProjectionTables, indexWords } from "./projection_tables.ts";
import { writeVersions } from "./projection_versions.ts";
import type { Registry } from "./projector.ts";
import { readMeta } from "./schema.ts";
import { Tables, type ViewDefinition } from "./view.ts";
import { ViewFold } from "./view_fold.ts";

/** Folds the whole log into new tables of some views, in the caller's transaction. */
export function replaceViews(database: Database, registry: Registry, views: readonly ViewDefinition[]): void {
  for (const table of views.flatMap((view) => Object.keys(view.tables))) {
    database.exec(`drop table if exists ${table}`);
  }
  createProjectionTables(database, registry, "", Number(readMeta(database, "generation") ?? "0"), false);
  if (views.length > 0) foldAll(database, new ViewFold(registry, new Tables(database), views));
  indexWords(database, views);
  writeVersions(database, registry, views);
}

function foldAll(database: Database, fold: ViewFold): void {
  for (let [seq, rows] = [0, [] as EventRow[]]; seq === 0 || rows.length > 0;) {
    rows = database.all<EventRow>("select * from events where seq > ? order by seq limit +?", seq, 1000);
    for (const row of rows) fold.add(row);
    seq = rows.at(-1)?.seq ?? -1;
  }
}
