import type { EnforcedProfile } from "../../workforce/workers/rights.ts";
import type { WorkerOutcome } from "../../workforce/workers/worker.ts";

/** Stops a worker when its profile's time is over; excused time does not count. */
export type TimeLimit = {
  signal: AbortSignal;
  /** Runs `work` without counting its time. */
  excuse: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Lets a worker work for as long as its profile allows; time in which `excuse` waits does not count. */
export async function withinTime(
  profile: EnforcedProfile,
  halted: AbortSignal,
  work: (limit: TimeLimit) => Promise<WorkerOutcome>,
): Promise<WorkerOutcome> {
  const timeout = profile?.rights.limits.timeout;
  if (timeout === undefined) return await work({ signal: halted, excuse: (wait) => wait() });
  const over = new AbortController();
  using watch = new Watch(
    Temporal.Duration.from(timeout).total("milliseconds"),
    () => over.abort(new TimeIsOver()),
  );
  try {
    return await work({
      signal: AbortSignal.any([halted, over.signal]),
      excuse: (wait) => watch.excuse(wait),
    });
  } catch (cause) {
    if (halted.aborted || !over.signal.aborted) throw cause;
    const detail =
      `The profile "${
        profile!.label
      }" allows ${timeout} of work per task, and the task was not done by then. ` +
      "Ask for a smaller task, or change the profile.";
    return { ok: false, reason: "timeout", detail };
  }
}

class TimeIsOver extends Error {
  override readonly name = "TimeIsOver";
}

/** Counts down, except while excused work runs. */
class Watch implements Disposable {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #since = 0;
  #excused = 0;

  constructor(private left: number, readonly over: () => void) {
    this.#go();
  }

  async excuse<T>(wait: () => Promise<T>): Promise<T> {
    if (this.#excused++ === 0) this.#stop();
    try {
      return await wait();
    } finally {
      if (--this.#excused === 0) this.#go();
    }
  }

  [Symbol.dispose](): void {
    this.#excused++;
    this.#stop();
  }

  #go(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(this.over, this.left);
  }

  #stop(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.left = Math.max(0, this.left - (performance.now() - this.#since));
  }
}
