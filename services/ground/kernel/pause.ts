/** Resolves after so many milliseconds; rejects with the signal's reason if it is aborted first. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** The longest delay that a timer supports; with a longer one it fires at once. */
export const MAX_TIMER_MILLISECONDS = 2 ** 31 - 1;

/** Waits on the machine's clock. */
export const pause: Pause = (milliseconds, signal) => {
  if (signal.aborted) return Promise.reject(signal.reason);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(resolve, Math.min(milliseconds, MAX_TIMER_MILLISECONDS));
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  });
};
