import type { StoredEvent } from "../../../store/event.ts";
import type { EventStore } from "../../../store/event_store.ts";

/** Resolves when any event, or one that matches, is recorded, or when the signal is aborted. */
export function nextEvents(
  store: Pick<EventStore, "subscribe">,
  ends?: AbortSignal,
  fits: (event: StoredEvent) => boolean = () => true,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = () => resolve();
  const stop = store.subscribe((events) => {
    if (events.some(fits)) resolve();
  });
  ends?.addEventListener("abort", wake, { once: true });
  if (ends?.aborted) wake();
  return promise.finally(() => {
    stop();
    ends?.removeEventListener("abort", wake);
  });
}
