/** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted first. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Longer than a timer can be set for. */
const LONGEST = 2_147_483_647;

/** Waits as long as the machine's clock says. */
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
