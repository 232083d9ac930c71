/** Resolves after so many milliseconds; rejects with the signal's reason if it is aborted first. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Longer than the longest timer. */
const LONGEST = 2_147_483_647;

/** Waits on the machine's clock. */
export const pause: Pause = (milliseconds, signal) => {
  if (signal.aborted) return Promise.reject(signal.reason);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(resolve, Math.min(milliseconds, LONGEST));
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  });
};
