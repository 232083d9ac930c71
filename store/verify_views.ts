import type { Database } from "./database.ts";
import { EVENT_COLUMNS, type EventRow } from "./event.ts";
import { positionOf } from "./lazy_views.ts";
import { createProjectionTables, searchColumns } from "./projection_tables.ts";
import { documentsTable } from "./projector.ts";
import { registry } from "./registry.ts";
import { RunDocuments } from "./run_documents.ts";
import { Tables, type ViewDefinition } from "./view.ts";
import { ViewFold } from "./view_fold.ts";
import { differ } from "./differ.ts";

/** Views that are folded together: those that read documents, those that are folded later, and the others. */
export const VIEW_GROUPS = ["reading", "lazy", "others"] as const;

/** One of them. */
export type ViewGroup = (typeof VIEW_GROUPS)[number];

const PAGE = 1000;

const groupOf = ({ readsDocuments, lazy }: ViewDefinition): ViewGroup =>
  readsDocuments ? "reading" : lazy ? "lazy" : "others";

/** The database may be lost at any moment: nothing of it is kept, and nothing in it is undone. */
const PRAGMAS = "pragma synchronous = off; pragma journal_mode = off; pragma cache_size = -16000;";

/** A log to read, and what counts the entries that were read. */
export type CountedLog = { databaseFile: string; read: (entries: number) => void };

/** Folds a group of views again, and returns their tables whose rows differ, unless they are not compared. */
export function foldViews(folded: Database, log: CountedLog, group: ViewGroup, compare: boolean): string[] {
  const views = registry.views.filter((view) => groupOf(view) === group);
  const fold = new ScratchFold(folded, log, views);
  const differing: string[] = [];
  // What a lazy view has not folded yet is not in its tables, so they are compared at its position.
  for (const [position, ofPosition] of compare ? byPosition(folded, views) : []) {
    fold.to(position);
    differing.push(...differingTables(folded, ofPosition));
  }
  fold.to(Infinity);
  return differing;
}

function byPosition(folded: Database, views: readonly ViewDefinition[]): [number, ViewDefinition[]][] {
  const position = ({ name, lazy }: ViewDefinition) => lazy ? positionOf(folded, name) : Infinity;
  return [...Map.groupBy(views, position)].sort(([a], [b]) => a - b);
}

/** Folds views of a log into an empty database. */
export function foldInto(folded: Database, log: CountedLog, views: readonly ViewDefinition[]): void {
  new ScratchFold(folded, log, views).to(Infinity);
}

/** A fold of views into an empty database, to which the log is attached. */
class ScratchFold {
  readonly #fold: ViewFold;
  readonly #sql: string;
  readonly #last: number;
  #seq = 0;

  constructor(readonly folded: Database, readonly log: CountedLog, views: readonly ViewDefinition[]) {
    folded.exec(PRAGMAS);
    folded.run("attach ? as stored", log.databaseFile);
    createProjectionTables(folded, { streams: {}, views }, "", 0, false);
    this.#fold = foldOf(folded, views);
    this.#sql = `select ${EVENT_COLUMNS.join()} from stored.events where seq > ? and seq <= ?
      and (type in (${this.#types(views)}) or type like '%.deleted') order by seq limit +?`;
    this.#last = folded.get<{ seq: number }>("select coalesce(max(seq), 0) as seq from stored.events")!.seq;
  }

  /** Folds the entries up to and with `seq`. */
  to(seq: number): void {
    const end = Math.min(seq, this.#last);
    if (this.#seq >= end) return;
    this.folded.exec("begin");
    while (this.#seq < end) {
      const rows = this.folded.all<EventRow>(this.#sql, this.#seq, end, PAGE);
      for (const row of rows) this.#fold.add(row);
      const last = rows.length < PAGE ? end : rows.at(-1)!.seq;
      this.log.read(last - this.#seq);
      this.#seq = last;
    }
    this.folded.exec("commit");
  }

  /** The types of the events that the views fold, or the documents that they read. */
  #types(views: readonly ViewDefinition[]): string {
    const { documents } = this.#fold;
    const types = [
      ...views.flatMap(({ folds }) => folds.flatMap(({ handlers }) => Object.keys(handlers))),
      ...(documents ? Object.keys(registry.streams[documents.kind]!.events) : []),
    ];
    return [...new Set(types)].map((type) => `'${type}'`).join();
  }
}

/** Refuses tables that are folded elsewhere: a view that reads one would not be repeatable alone. */
function foldOf(folded: Database, views: readonly ViewDefinition[]): ViewFold {
  const documents = views.some((view) => view.readsDocuments) ? new RunDocuments(folded) : null;
  const own = new Set(views.flatMap(({ tables }) => Object.keys(tables)));
  const tables = new Tables(folded, "", (tables) => {
    for (const table of tables) {
      if (documents && table === documentsTable(documents.kind)) documents.write();
      else if (!own.has(table)) throw new Error(`A view reads ${table}, which is not folded with it.`);
    }
  });
  return new ViewFold(registry, tables, views, documents);
}

/** Returns the tables of views whose rows differ from the stored ones. */
function differingTables(database: Database, views: readonly ViewDefinition[]): string[] {
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
