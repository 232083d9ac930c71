import type { Database } from "./database.ts";
import { eventOfRow, type EventRow, splitStream } from "./event.ts";
import { HandlerIndex } from "./handlers.ts";
import { hasRest, Tables, type ViewDefinition, type ViewErasure } from "./view.ts";

/** How many events are read and folded between two looks at the time. */
const PAGE = 64;

/** Events that views may be behind before each commit folds some, so that the first read after a rush does not wait for all. */
const MAX_BEHIND = 10_000;

/** Events that a commit folds then: more than most commits bring. */
const FOLDED_BY_COMMIT = 256;

/** How long a commit folds then at most: those that wait for it should not notice. */
const MAX_COMMIT_MILLISECONDS = 20;

/** Has work done in the store's own unit, or another transaction; not called inside of one. */
type InTransaction = (work: () => void) => void;

type LazyView = {
  readonly name: string;
  readonly handlers: HandlerIndex<Tables>;
  /** The newest event that is folded. */
  position: number;
  readonly erase: ViewErasure | null;
};

/**
 * Views that no decision waits for. Their rows are folded after the events: before one of their tables is read, when the
 * store is idle, and before an erasure or a comparison. Each view's position is stored in the transaction of its rows, so
 * that a kill at any point loses nothing and folds nothing twice.
 */
export class LazyViews {
  readonly #views: readonly LazyView[];
  readonly #byTable: ReadonlyMap<string, LazyView>;
  readonly #tables: Tables;
  #head = 0;
  /** Whether views have left some of what was erased. */
  #hasErased = false;

  constructor(
    readonly database: Database,
    definitions: readonly ViewDefinition[],
    readonly inTransaction: InTransaction = (work) => database.transaction(work),
  ) {
    const lazy = definitions.filter((view) => view.lazy);
    this.#views = lazy.map(({ name, folds, erase }) => ({
      name,
      handlers: new HandlerIndex(folds),
      position: 0,
      erase: erase ?? null,
    }));
    this.#byTable = new Map(
      lazy.flatMap(({ tables }, i) => Object.keys(tables).map((table) => [table, this.#views[i]!] as const)),
    );
    // Folds read what is folded so far, so these call for nothing.
    this.#tables = new Tables(database);
    this.reload();
  }

  /** Reads again what is folded and what there is, because something was undone. */
  reload(): void {
    this.#head =
      this.database.get<{ seq: number }>("select seq from events order by seq desc limit 1")?.seq ?? 0;
    for (const view of this.#views) view.position = positionOf(this.database, view.name);
    this.noteErasure();
  }

  /** Looks whether views have left some of what was erased. */
  noteErasure(): void {
    this.#hasErased = this.#views.some(({ erase }) => erase && hasRest(this.#tables, erase));
  }

  /** Takes notice that events up to `seq` were appended. */
  moveHead(seq: number): void {
    this.#head = seq;
  }

  /** The newest event that every view has folded. */
  get position(): number {
    return Math.min(this.#head, ...this.#views.map(({ position }) => position));
  }

  /** Whether views have left some of what was erased. */
  get hasErased(): boolean {
    return this.#hasErased;
  }

  /** Whether there are events that some view has not folded, or something erased that is left. */
  get isBehind(): boolean {
    return this.position < this.#head || this.#hasErased;
  }

  /** Folds what the views of the named tables have not folded yet. */
  beforeUse(tables: readonly string[]): void {
    for (const table of tables) {
      const view = this.#byTable.get(table);
      if (view && view.position < this.#head) this.#fold([view]);
    }
  }

  /** Folds everything. */
  catchUp(): void {
    if (this.isBehind) this.#fold(this.#views);
  }

  /** Folds some events, if the views are far behind: as part of each commit. */
  keepUp(): void {
    if (this.#views.some(({ position }) => this.#head - position > MAX_BEHIND)) {
      this.#fold(this.#views, {
        events: FOLDED_BY_COMMIT,
        until: performance.now() + MAX_COMMIT_MILLISECONDS,
      });
    }
  }

  /** Folds for so many milliseconds at most. */
  foldSlice(milliseconds: number): void {
    if (this.isBehind) this.#fold(this.#views, { until: performance.now() + milliseconds });
  }

  /** Removes what views left of what was erased: one part of each, or all. The work itself is done when it is committed. */
  #removeErased(all: boolean): void {
    do {
      for (const { erase } of this.#views) erase?.rest?.removeOne(this.#tables);
      this.noteErasure();
    } while (all && this.#hasErased);
  }

  #fold(views: readonly LazyView[], limits: { events?: number; until?: number } = {}): void {
    const work = () => this.#foldAll(views, limits);
    if (this.database.inTransaction) work();
    else this.inTransaction(work);
  }

  #foldAll(views: readonly LazyView[], { events = Infinity, until = Infinity }: {
    events?: number;
    until?: number;
  }): void {
    const before = views.map(({ position }) => position);
    try {
      this.database.savepoint(() => {
        let position = Math.min(...before);
        for (
          let left = events;
          position < this.#head && left > 0 && performance.now() < until;
          left -= PAGE
        ) {
          const rows = this.database.all<EventRow>(
            "select * from events where seq > ? order by seq limit ?",
            position,
            PAGE,
          );
          if (rows.length === 0) position = this.#head;
          for (const row of rows) {
            this.#foldOne(views, row);
            position = row.seq;
            if (performance.now() >= until) break;
          }
          for (const view of views) view.position = Math.max(view.position, position);
        }
        for (const [i, view] of views.entries()) {
          if (view.position !== before[i]) writePosition(this.database, view.name, view.position);
        }
        if (this.#hasErased && views === this.#views) this.#removeErased(until === Infinity);
      });
    } catch (cause) {
      views.forEach((view, i) => view.position = before[i]!);
      this.noteErasure();
      throw cause;
    }
  }

  #foldOne(views: readonly LazyView[], row: EventRow): void {
    if (row.data === null) return; // an erased event leaves nothing
    const { kind } = splitStream(row.stream);
    let event: ReturnType<typeof eventOfRow> | null = null;
    for (const { handlers, position } of views) {
      if (row.seq <= position) continue;
      for (const handle of handlers.of(kind, row.type)) handle(this.#tables, event ??= eventOfRow(row));
    }
  }
}

/** Records up to which event a view is folded. */
export function writePosition(database: Database, view: string, seq: number): void {
  database.run(
    "insert into view_positions (view, seq) values (?, ?) on conflict (view) do update set seq = excluded.seq",
    view,
    seq,
  );
}

/** Returns up to which event a view is folded. */
export const positionOf = (database: Database, view: string): number =>
  database.get<{ seq: number }>("select seq from view_positions where view = ?", view)?.seq ?? 0;
