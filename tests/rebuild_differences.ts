import type { EventStore } from "../store/event_store.ts";
import { Rebuild } from "../store/rebuild.ts";

/** Tables that folding the whole log again gives differently, `slice` events at a time; empty is what every test ends in. */
export function rebuildDifferences(
  { database, registry }: Pick<EventStore, "database" | "registry">,
  slice = 1000,
): string[] {
  const rebuild = new Rebuild(database, registry);
  return database.transaction(() => {
    rebuild.begin();
    while (!rebuild.fold(slice));
    return rebuild.differences();
  });
}
