import type { EventStore } from "../../../store/event_store.ts";

/** Resolves when anything is recorded, or when the signal is aborted. */
export function nextEvents(store: Pick<EventStore, "subscribe">, ends?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = () => resolve();
  const stop = store.subscribe(wake);
  ends?.addEventListener("abort", wake, { once: true });
  if (ends?.aborted) wake();
  return promise.finally(() => {
    stop();
    ends?.removeEventListener("abort", wake);
  });
}
