import { Database } from "./database.ts";
import { DocumentReader } from "./documents.ts";
import { splitStream, type StoredEvent } from "./event.ts";
import type { EventReader } from "./events.ts";
import { HandlerIndex } from "./handlers.ts";
import { createProjectionTables } from "./projection_tables.ts";
import { Projector, type Registry } from "./projector.ts";
import type { Tables } from "./view.ts";

/** What is read of the log, and of what is folded from it: as it is, or as it was. */
export type Recorded = {
  readonly documents: DocumentReader;
  readonly events: Pick<EventReader, "at" | "newestOfRun" | "countOfRun">;
  readonly projector: { readonly tables: Tables };
};

/**
 * One run as it was after some entry of the log: the entries up to there, folded by the streams and views of the store into
 * tables in memory. `registry` has only those that are read. Dispose it.
 */
export class PastRun implements Recorded, Disposable {
  readonly documents: DocumentReader;
  readonly events: Recorded["events"];
  readonly projector: Projector;
  readonly #database = new Database(":memory:");
  readonly #views: HandlerIndex<Tables>;
  readonly #ofRun: StoredEvent[] = [];

  constructor(readonly registry: Registry) {
    createProjectionTables(this.#database, registry, "", 0);
    // Never committed: all of it is gone when the database is closed.
    this.#database.begin();
    this.projector = new Projector(this.#database, { ...registry, views: [] });
    this.documents = new DocumentReader(this.projector);
    this.events = readerOf(this.#ofRun);
    this.#views = new HandlerIndex(registry.views.flatMap(({ folds }) => folds));
  }

  /** Folds the entries that come next: those of the run, and those of no run that its views fold too. */
  add(entries: readonly StoredEvent[]): void {
    const known = entries.filter(({ stream }) => splitStream(stream).kind in this.registry.streams);
    for (const ofStream of Map.groupBy(known, ({ stream }) => stream).values()) {
      this.projector.apply(ofStream);
    }
    // Unlike documents, rows of views may follow from more than one stream.
    for (const event of entries) {
      const { kind } = splitStream(event.stream);
      for (const handle of this.#views.of(kind, event.type)) handle(this.projector.tables, event);
    }
    this.#ofRun.push(...entries.filter(({ runId }) => runId !== undefined));
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

/** Reads the entries of the one run that there is. */
const readerOf = (ofRun: readonly StoredEvent[]): Recorded["events"] => ({
  at: (stream, version) =>
    ofRun.find((event) => event.stream === stream && event.version === version) ?? null,
  newestOfRun: (_, limit) => ofRun.slice(-limit),
  countOfRun: () => ofRun.length,
});
