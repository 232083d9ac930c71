import type { Plan } from "./verify_plan.ts";
import { type Finding, perform, type Place, StoppedError } from "./verify_tasks.ts";
import type { FromThread, ToThread } from "./verify_worker.ts";

/** Who watches a verification: `signal` stops it, and `progress` is called with how much of it is done. */
export type Watch = {
  signal?: AbortSignal | undefined;
  progress?: (progress: Progress) => void;
};

/** How many entries of the log were read, in all passes over it. */
export type Progress = { done: number; total: number };

/** Threads cost memory and a start of their own, so a short log is read without any. */
const MIN_EVENTS_FOR_THREADS = 20_000;
const MAX_THREADS = 2;

const STOPPED = "The verification was stopped.";

/** Does all tasks, and returns what each found, in their order. Throws `StoppedError` when the signal is aborted. */
export async function performAll(
  { tasks, events, passes }: Plan,
  place: Omit<Place, "read">,
  { signal, progress = () => {} }: Watch,
): Promise<Finding[]> {
  let done = 0;
  const read = (entries: number) => {
    done += entries;
    progress({ done, total: events * passes });
  };
  if (events >= MIN_EVENTS_FOR_THREADS) return await inThreads(tasks, { ...place, read }, signal);
  const found: Finding[] = [];
  for (const task of tasks) {
    await new Promise((resolve) => setTimeout(resolve)); // the signal is heard in between
    if (signal?.aborted) throw new StoppedError(STOPPED);
    found.push(await perform(task, { ...place, read }));
  }
  return found;
}

/** Does the same in several threads: each takes the next task when it has done one. */
export async function inThreads(
  tasks: Plan["tasks"],
  { read, ...place }: Place,
  signal?: AbortSignal,
): Promise<Finding[]> {
  const stopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const found: Finding[] = [];
  const left = [...tasks.entries()];
  const threads = Array.from({ length: Math.min(MAX_THREADS, tasks.length) }, () => new Thread(read));
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(new StoppedError(STOPPED));
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  try {
    const work = threads.map(async (thread) => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [i, task] = next;
        found[i] = await thread.perform({ task, ...place, stopped });
      }
    });
    await Promise.race([Promise.all(work), aborted.promise]);
    return found;
  } finally {
    signal?.removeEventListener("abort", abort);
    Atomics.store(stopped, 0, 1); // `terminate` alone does not end a thread that is busy
    for (const thread of threads) thread.end();
  }
}

class Thread {
  readonly #worker = new Worker(import.meta.resolve("./verify_worker.ts"), { type: "module" });

  constructor(readonly read: Place["read"]) {}

  perform(request: ToThread): Promise<Finding> {
    const { promise, resolve, reject } = Promise.withResolvers<Finding>();
    this.#worker.onmessage = ({ data }: MessageEvent<FromThread>) => {
      if ("read" in data) return this.read(data.read);
      if ("finding" in data) resolve(data.finding);
      else reject(new Error(data.error));
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    };
    this.#worker.postMessage(request);
    return promise;
  }

  end(): void {
    this.#worker.terminate();
  }
}
