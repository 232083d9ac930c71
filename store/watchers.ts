import type { StoredEvent } from "./event.ts";
import { type Fold, HandlerIndex } from "./handlers.ts";

/** What follows from events and is only in memory. `undone` is called when events that it was told do not stand. */
type Watcher = { undone: () => void };

/** Tells watchers each event as it is applied, so that they need not read again what they know. */
export class Watchers {
  readonly #watchers: { undone: () => void; tell: (kind: string, event: StoredEvent) => void }[] = [];
  #told = 0;

  /** How many times a watcher was told of an event. */
  get told(): number {
    return this.#told;
  }

  /** Folds each event from now on into `watcher`. It may not be on disk yet, and nothing may be read meanwhile. */
  add<One extends Watcher>(folds: readonly Fold<One>[], watcher: One): void {
    const handlers = new HandlerIndex(folds);
    const tell = (kind: string, event: StoredEvent) => {
      for (const handle of handlers.of(kind, event.type)) {
        this.#told++;
        handle(watcher, event);
      }
    };
    this.#watchers.push({ undone: () => watcher.undone(), tell });
  }

  /** Tells them an event. */
  tell(kind: string, event: StoredEvent): void {
    for (const watcher of this.#watchers) watcher.tell(kind, event);
  }

  /** Tells them that what they were told since was undone, if they were told anything. */
  undone(since: number): void {
    if (this.#told > since) { for (const watcher of this.#watchers) watcher.undone(); }
  }
}
