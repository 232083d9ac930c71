import type { Database } from "./database.ts";
import type { StoredEvent } from "./event.ts";
import { documentsTable } from "./projector.ts";
import { Recent } from "./recent.ts";
import { registry } from "./registry.ts";
import type { ReadDocuments } from "./view_fold.ts";

/** The only kind of documents that views read, as each event leaves them. */
const KIND = "run";

const MAX_RECENT = 1024;

/** The documents that views read, in a table without the indexes that only lists need. */
export class RunDocuments implements ReadDocuments {
  readonly kind = KIND;
  readonly #table = `main.${documentsTable(KIND)}`;
  readonly #recent = new Recent<object>(MAX_RECENT);
  /** Documents that differ from the table, null if they were removed. */
  readonly #changed = new Map<string, { version: number; document: object | null }>();

  constructor(readonly folded: Database) {
    folded.exec(`create table ${this.#table} (id text primary key, version, body text) without rowid`);
  }

  apply(id: string, event: StoredEvent): void {
    const changed = this.#changed.get(id);
    const before = changed ? changed.document : this.#recent.get(id) ?? this.#read(id);
    const document = registry.streams[KIND]!.evolve(before, event);
    if (document === before) return;
    this.#changed.set(id, { version: event.version, document });
    if (document) this.#recent.set(id, document);
    else this.#recent.delete(id);
    if (this.#changed.size >= MAX_RECENT) this.write();
  }

  /** Writes what has changed, before the table is read: most documents change more often than they are read. */
  write(): void {
    for (const [id, { version, document }] of this.#changed) {
      if (document === null) this.folded.run(`delete from ${this.#table} where id = ?`, id);
      else {
        this.folded.run(
          `replace into ${this.#table} values (?, ?, ?)`,
          id,
          version,
          JSON.stringify(document),
        );
      }
    }
    this.#changed.clear();
  }

  #read(id: string): object | null {
    const stored = this.folded.get<{ body: string }>(`select body from ${this.#table} where id = ?`, id);
    return stored ? JSON.parse(stored.body) : null;
  }
}
