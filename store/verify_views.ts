import type { Database } from "./database.ts";
import type { EventRow, StoredEvent } from "./event.ts";
import { createProjectionTables } from "./projection_tables.ts";
import { documentsTable } from "./projector.ts";
import { Recent } from "./recent.ts";
import { registry } from "./registry.ts";
import { differ } from "./differ.ts";
import { Tables, type ViewDefinition } from "./view.ts";
import { type ReadDocuments, ViewFold } from "./view_fold.ts";

/** Views that are folded together: those that read documents, those that are folded later, and the others. */
export const VIEW_GROUPS = ["reading", "lazy", "others"] as const;

/** One of them. */
export type ViewGroup = (typeof VIEW_GROUPS)[number];

/** The only kind of documents that views read, as each event leaves them. */
const READ_KIND = "run";

const PAGE = 1000;
const MAX_RECENT = 1024;

const groupOf = ({ readsDocuments, lazy }: ViewDefinition): ViewGroup =>
  readsDocuments ? "reading" : lazy ? "lazy" : "others";

/** The database may be lost at any moment: nothing of it is kept. */
const PRAGMAS = "pragma synchronous = off; pragma cache_size = -16000;";

/** A log to read, and what counts the entries that were read. */
export type Log = { databaseFile: string; read: (entries: number) => void };

/** Folds a group of views again, and returns their tables whose rows differ, unless they are not compared. */
export function foldViews(folded: Database, log: Log, group: ViewGroup, compare: boolean): string[] {
  const views = registry.views.filter((view) => groupOf(view) === group);
  foldInto(folded, log, views);
  return compare ? differences(folded, views) : [];
}

/** Folds views of a log into an empty database. */
export function foldInto(
  folded: Database,
  { databaseFile, read }: Log,
  views: readonly ViewDefinition[],
): void {
  folded.exec(PRAGMAS);
  folded.run("attach ? as stored", databaseFile);
  createProjectionTables(folded, { streams: {}, views }, "", 0);
  const fold = foldOf(folded, views);
  folded.exec("begin");
  for (let [seq, more] = [0, true]; more;) {
    const rows = folded.all<EventRow>(
      "select * from stored.events where seq > ? order by seq limit +?",
      seq,
      PAGE,
    );
    for (const row of rows) fold.add(row);
    seq = rows.at(-1)?.seq ?? seq;
    more = rows.length === PAGE;
    read(rows.length);
  }
  folded.exec("commit");
}

/** Refuses tables that are folded elsewhere: a view that reads one would not be repeatable alone. */
function foldOf(folded: Database, views: readonly ViewDefinition[]): ViewFold {
  const documents = views.some((view) => view.readsDocuments) ? new RunDocuments(folded) : null;
  const own = new Set(views.flatMap(({ tables }) => Object.keys(tables)));
  if (documents) own.add(documentsTable(READ_KIND));
  const tables = new Tables(folded, "", (tables) => {
    const foreign = tables.find((table) => !own.has(table));
    if (foreign) throw new Error(`A view reads ${foreign}, which is not folded with it.`);
  });
  return new ViewFold(registry, tables, views, documents);
}

/** The documents that views read, without the indexes that only lists need. */
class RunDocuments implements ReadDocuments {
  readonly kind = READ_KIND;
  readonly #table = `main.${documentsTable(READ_KIND)}`;
  readonly #recent = new Recent<object>(MAX_RECENT);

  constructor(readonly folded: Database) {
    folded.exec(`create table ${this.#table} (id text primary key, version, body text) without rowid`);
  }

  apply(id: string, event: StoredEvent): void {
    const before = this.#recent.get(id) ?? this.#read(id);
    const after = registry.streams[READ_KIND]!.evolve(before, event as never) as object | null;
    if (after === null) {
      this.folded.run(`delete from ${this.#table} where id = ?`, id);
      this.#recent.delete(id);
    } else if (after !== before) {
      const body = JSON.stringify(after);
      this.folded.run(`replace into ${this.#table} values (?, ?, ?)`, id, event.version, body);
      this.#recent.set(id, after);
    }
  }

  #read(id: string): object | null {
    const stored = this.folded.get<{ body: string }>(`select body from ${this.#table} where id = ?`, id);
    return stored ? JSON.parse(stored.body) : null;
  }
}

/** The rows of a full-text table differ only by their rowid. */
function differences(folded: Database, views: readonly ViewDefinition[]): string[] {
  const tables = views.flatMap((view) => Object.entries(view.tables));
  return tables.filter(([table, { virtual }]) => {
    const columns = virtual ? "rowid, *" : "*";
    return differ(folded, `${columns} from main.${table}`, `${columns} from stored.${table}`);
  }).map(([table]) => table);
}
