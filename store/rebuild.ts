import type { Database } from "./database.ts";
import { differ } from "./differ.ts";
import { eventOfRow, type EventRow } from "./event.ts";
import { eraseFromViews, type Owner, ownerOf, whereOwned } from "./owner.ts";
import { createProjectionTables, indexWords, projectionTables } from "./projection_tables.ts";
import { projectionVersions, raisedViews, writeVersions } from "./projection_versions.ts";
import { Projector, type Registry } from "./projector.ts";
import { replaceViews } from "./replace_views.ts";
import { readMeta, writeMeta } from "./schema.ts";

/** Tables next to the live ones, which a rebuild fills to compare them. */
const SHADOW = "shadow_";
/** Tables that an older program renamed before it was killed. */
const RETIRED = "retired_";

/** Tables of older programs: the one for documents of all kinds, and the search of runs alone. */
const FORMER_TABLES = ["documents", "run_search"];

/**
 * At start: creates missing projection tables or, if a stream or a view has changed since this file was written, folds
 * the log again into new ones. Does not change tables of an older version in place, which may lack columns.
 */
export function prepareProjections(database: Database, registry: Registry): void {
  dropTables(database, registry, SHADOW);
  dropTables(database, registry, RETIRED);
  const versions = projectionVersions(registry);
  const found = readMeta(database, "projections");
  if (found === versions) return;
  if (found === null && !database.get("select 1 from events limit 1")) {
    database.transaction(() => {
      createProjectionTables(database, registry, "", Number(readMeta(database, "generation") ?? "0"));
      writeMeta(database, "projections", versions);
    });
    return;
  }
  const raised = raisedViews(found, registry);
  database.transaction(() =>
    raised === null ? replaceProjections(database, registry) : replaceViews(database, registry, raised)
  );
}

/** Folds the whole log into new tables that replace the live ones, in the caller's transaction. */
export function replaceProjections(database: Database, registry: Registry): void {
  const rebuild = new Rebuild(database, registry, "");
  rebuild.begin();
  while (!rebuild.fold(1000));
  indexWords(database, registry.views);
  for (const table of FORMER_TABLES) database.exec(`drop table if exists ${table}`);
  writeVersions(database, registry);
}

/** Folds the whole log into new tables, in slices of any length, while the live tables stay in use. */
export class Rebuild {
  /** Reads what has been folded so far. */
  readonly projector: Projector;
  #seq = 0;

  constructor(readonly database: Database, readonly registry: Registry, readonly prefix: string = SHADOW) {
    this.projector = new Projector(database, registry, { prefix });
  }

  /** Creates the empty tables, without an index of words, also to start over. */
  begin(): void {
    this.drop();
    this.#seq = 0;
    this.projector.forget();
    const generation = Number(readMeta(this.database, "generation") ?? "0");
    createProjectionTables(
      this.database,
      this.registry,
      this.prefix,
      this.prefix === "" ? generation : generation + 1,
      false,
    );
  }

  /** Folds up to `limit` events; true when the end of the log is reached. */
  fold(limit: number): boolean {
    const rows = this.database.all<EventRow>(
      "select * from events where seq > ? order by seq limit +?",
      this.#seq,
      limit,
    );
    for (const row of rows) {
      this.projector.apply([eventOfRow(row)]);
      this.#seq = row.seq;
      const owner = ownerOf(row);
      if (owner) this.#erase(owner, row.seq);
    }
    this.projector.writeCounts();
    return rows.length < limit;
  }

  /** Removes what was folded before a deletion, between two slices, erased it. */
  #erase(owner: Owner, tombstone: number): void {
    const [where, id] = whereOwned(owner);
    const streams = this.database.all<{ stream: string }>(
      `select distinct stream from events where ${where} and erased_by = ?`,
      id,
      tombstone,
    );
    if (streams.length === 0) return;
    for (const { stream } of streams) {
      const left = this.database.all<EventRow>(
        "select * from events where stream = ? and seq <= ? order by version",
        stream,
        tombstone,
      );
      this.projector.refold(stream, left.map(eventOfRow));
    }
    eraseFromViews(this.registry, this.projector.tables, owner);
  }

  /** Returns the tables whose rows differ between the rebuild and the live ones; empty means byte-identical. */
  differences(): string[] {
    return projectionTables(this.registry).filter((table) => {
      const where = table === "document_counts" ? " where n > 0" : "";
      const columns = this.#isSearched(table) ? "rowid, *" : "*";
      return differ(
        this.database,
        `${columns} from ${table}${where}`,
        `${columns} from ${this.prefix}${table}${where}`,
      );
    });
  }

  /** Drops its tables. */
  drop(): void {
    dropTables(this.database, this.registry, this.prefix);
  }

  /** The rows of a full-text table differ only by their rowid. */
  #isSearched(table: string): boolean {
    return this.registry.views.some(({ tables }) => tables[table]?.virtual !== undefined);
  }
}

function dropTables(database: Database, registry: Registry, prefix: string): void {
  const there = database.all<{ name: string }>(
    "select name from sqlite_master where type = 'table' and name glob ?",
    `${prefix}*`,
  );
  if (there.length === 0) return;
  const names = new Set(there.map(({ name }) => name));
  for (const table of projectionTables(registry)) {
    if (names.has(`${prefix}${table}`)) database.exec(`drop table ${prefix}${table}`);
  }
}
