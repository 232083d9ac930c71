import type { Fault, Faults, Met } from "./faults.ts";

/** What is done again and again while one call of it fails, and what must be true then. */
export interface Scenario extends AsyncDisposable {
  readonly faults: Faults;
  /** Before the fault. */
  prepare(): Promise<void>;
  /** While it is armed. What waits for a call that fails again and again is not waited for. */
  act(fault: Pick<Fault, "lasting">): Promise<void>;
  /** When it is gone: nothing is lost, everything is intact, and what was begun can be ended. */
  check(met: Met): Promise<void>;
}

/** Resolves with what `work` gives, or with null once that many seconds have passed. */
export async function within<Value>(seconds: number, work: Promise<Value>): Promise<Value | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), seconds * 1_000);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
