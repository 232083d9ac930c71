/** How many pages stay connected while they are hidden: a browser opens six connections to a service, for all its pages. */
const PLACES = 3;

/** Resolves once this page has one of the places, which it keeps until `signal` is aborted or the page is left. */
export function livePlace(signal: AbortSignal): Promise<void> {
  // A page from another machine without HTTPS has no locks.
  const { locks }: { locks?: LockManager } = navigator;
  if (!locks) return Promise.resolve();
  const waiting = new AbortController();
  return new Promise((resolve) => {
    const keep = () => {
      if (waiting.signal.aborted) return; // it has another one
      waiting.abort();
      resolve();
      return new Promise<void>((left) => signal.addEventListener("abort", () => left()));
    };
    for (let place = 0; place < PLACES; place++) {
      const options = { signal: AbortSignal.any([signal, waiting.signal]) };
      locks.request(`agent-harness.live.${place}`, options, keep).catch(() => {});
    }
  });
}
