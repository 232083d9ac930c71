import type { EventStore } from "../store/event_store.ts";
import { Rebuild } from "../store/rebuild.ts";

/** Tables that folding the whole log again gives differently, `slice` events at a time; empty is what every test ends in. */
export function rebuildDifferences(
  { database, registry, projector }: Pick<EventStore, "database" | "registry" | "projector">,
  slice = 1000,
): string[] {
  const rebuild = new Rebuild(database, registry);
  const compare = () => {
    rebuild.begin();
    while (!rebuild.fold(slice));
    return rebuild.differences();
  };
  projector.catchUp();
  // Catching up may have opened a batch, which this is a part of then.
  return database.inTransaction ? compare() : database.transaction(compare);
}
