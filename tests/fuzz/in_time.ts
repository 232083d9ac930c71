/** What takes so long by the clock hangs. */
const HANG_MILLISECONDS = 120_000;

/** Resolves with what work gives, and rejects if it hangs. */
export async function inTime<Value>(work: Value | Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("it did not end in two minutes")), HANG_MILLISECONDS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
