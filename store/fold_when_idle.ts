import type { EventStore } from "./event_store.ts";

/** How long nothing must have been committed, in milliseconds. */
const IDLE_MILLISECONDS = 50;

/** How long a slice takes while nobody waits for it, in milliseconds. */
const IDLE_SLICE_MILLISECONDS = 2;

/** The same while somebody does. */
const SLICE_MILLISECONDS = 10;

/** How long others have between two slices, in milliseconds: a read does not make the store busy, and must not wait for all. */
const PAUSE_MILLISECONDS = 10;

/**
 * Folds what was appended so far into lazy views, in short slices with a turn of the event loop between. For what is about to
 * read or erase much: it would fold everything in its own turn.
 */
export async function foldInTurns({ lazyViews, head }: EventStore): Promise<void> {
  while (lazyViews.position < head || lazyViews.hasErased) {
    lazyViews.foldSlice(SLICE_MILLISECONDS);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * Folds what lazy views are behind in short slices whenever nothing was committed for a moment. Returns a function that
 * stops it.
 */
export function foldWhenIdle(store: EventStore): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let committedAt = performance.now();
  const arm = (milliseconds: number) => {
    if (timer !== null) return;
    timer = setTimeout(look, milliseconds);
    Deno.unrefTimer(timer); // what is not folded when the process ends is folded by the next
  };
  const look = () => {
    timer = null;
    if (!store.database.isOpen || store.commits.halted) return;
    const idle = performance.now() - committedAt;
    if (idle < IDLE_MILLISECONDS) return arm(IDLE_MILLISECONDS - idle);
    try {
      store.lazyViews.foldSlice(IDLE_SLICE_MILLISECONDS);
    } catch {
      return; // a reader of the views gets the error; the next commit tries again
    }
    if (store.lazyViews.isBehind) arm(PAUSE_MILLISECONDS);
  };
  const unsubscribe = store.subscribe(() => {
    committedAt = performance.now();
    if (store.lazyViews.isBehind) arm(IDLE_MILLISECONDS);
  });
  if (store.lazyViews.isBehind) arm(IDLE_MILLISECONDS);
  return () => {
    unsubscribe();
    if (timer !== null) clearTimeout(timer);
  };
}
