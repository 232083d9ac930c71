import type { VerifyPlan } from "./verify_plan.ts";
import { perform, type VerifyFinding, type VerifyPaths } from "./verify_tasks.ts";
import type { FromThread, ToThread } from "./verify_worker.ts";

/** How many entries of the log were read, in all passes over it. */
export type Progress = { done: number; total: number };

/** How a verification reports its progress, and the signal that ends it. */
export type Watch = { progress?: (progress: Progress) => void; signal?: AbortSignal | undefined };

/** Threads cost memory and a start of their own, so a short log is read without any. */
const MIN_EVENTS_FOR_THREADS = 20_000;
const MAX_THREADS = 2;

/** Does all tasks, and returns what each found, in their order. Throws if the signal is aborted. */
export async function performAll(
  { tasks, events, passes }: VerifyPlan,
  place: Omit<VerifyPaths, "read">,
  { progress, signal }: Watch,
): Promise<VerifyFinding[]> {
  let done = 0;
  const read = (entries: number) => {
    done += entries;
    progress?.({ done, total: events * passes });
  };
  if (events >= MIN_EVENTS_FOR_THREADS) return await inThreads(tasks, { ...place, read }, signal);
  const found: VerifyFinding[] = [];
  for (const task of tasks) {
    signal?.throwIfAborted();
    found.push(await perform(task, { ...place, read }));
  }
  return found;
}

/** Does the same in several threads: each takes the next task when it has done one. */
export async function inThreads(
  tasks: VerifyPlan["tasks"],
  { read, ...place }: VerifyPaths,
  signal?: AbortSignal,
): Promise<VerifyFinding[]> {
  signal?.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  signal?.addEventListener("abort", () => aborted.reject(signal.reason), { once: true });
  const found: VerifyFinding[] = [];
  const left = [...tasks.entries()];
  const threads = Array.from({ length: Math.min(MAX_THREADS, tasks.length) }, () => new Thread(read));
  try {
    const all = Promise.all(threads.map(async (thread) => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [i, task] = next;
        found[i] = await thread.perform({ task, ...place });
      }
    }));
    await Promise.race([all, aborted.promise]);
    return found;
  } finally {
    for (const thread of threads) thread.end();
  }
}

class Thread {
  readonly #worker = new Worker(import.meta.resolve("./verify_worker.ts"), { type: "module" });

  constructor(readonly read: VerifyPaths["read"]) {}

  perform(request: ToThread): Promise<VerifyFinding> {
    const { promise, resolve, reject } = Promise.withResolvers<VerifyFinding>();
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
