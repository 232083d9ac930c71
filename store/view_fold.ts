import { eventOfRow, type EventRow, splitStream, type StoredEvent } from "./event.ts";
import { HandlerIndex } from "./handlers.ts";
import { eraseFromViews, type Owner, ownerOf, whereOwned } from "./owner.ts";
import type { Registry } from "./projector.ts";
import type { Tables, ViewDefinition } from "./view.ts";

/** The documents of one kind, which the views read as each event leaves them. */
export type ReadDocuments = { readonly kind: string; apply: (id: string, event: StoredEvent) => void };

/** Folds the entries of a whole log, in their order, into some views alone. */
export class ViewFold {
  readonly #handlers: HandlerIndex<Tables>;
  readonly #registry: Registry;

  constructor(
    registry: Registry,
    readonly tables: Tables,
    views: readonly ViewDefinition[],
    readonly documents: ReadDocuments | null = null,
  ) {
    this.#registry = { ...registry, views };
    this.#handlers = new HandlerIndex(views.flatMap(({ folds }) => folds));
  }

  /** Folds one entry. A deletion removes what was folded before it. */
  add(row: EventRow): void {
    const { kind, id } = splitStream(row.stream);
    const handlers = this.#handlers.of(kind, row.type);
    const documents = this.documents?.kind === kind ? this.documents : null;
    if (row.data !== null && (documents || handlers.length > 0)) {
      const event = eventOfRow(row);
      documents?.apply(id, event);
      for (const handle of handlers) handle(this.tables, event);
    }
    const owner = ownerOf(row);
    if (owner && this.#hasErased(owner, row.seq)) eraseFromViews(this.#registry, this.tables, owner);
  }

  #hasErased(owner: Owner, tombstone: number): boolean {
    const [where, id] = whereOwned(owner);
    const sql = `select 1 from events where ${where} and erased_by = ?`;
    return this.tables.database.get(sql, id, tombstone) !== undefined;
  }
}
