import type { EventStore } from "../../../store/event_store.ts";

/**
 * Makes each event two boundaries: `recorded:<type>` while its unit is not on the disk, and `committed:<type>` when it is and
 * nobody has got an answer yet.
 */
export function eventsAsBoundaries(store: EventStore, boundary: (name: string) => void): void {
  const append = store.append.bind(store);
  store.append = (...args) => {
    const events = append(...args);
    for (const { type } of events) boundary(`recorded:${type}`);
    return events;
  };
  store.subscribe((events) => {
    for (const { type } of events) boundary(`committed:${type}`);
  });
}
