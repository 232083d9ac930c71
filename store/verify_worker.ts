import { type Finding, perform, StoppedError, type Task } from "./verify_tasks.ts";

/** A task for a thread, the files that it reads and writes, and shared memory that is no longer 0 when it has to stop. */
export type ToThread = { task: Task; databaseFile: string; scratch: string; stopped: Int32Array };

/** What a thread says: how many more entries it has read, and at the end what it found or why it could not look. */
export type FromThread = { read: number } | { finding: Finding } | { error: string };

/** The worker's side of its channel. The type library of workers cannot be loaded next to that of the service. */
const channel = self as unknown as {
  onmessage: (event: MessageEvent<ToThread>) => void;
  postMessage: (message: FromThread) => void;
};

channel.onmessage = async ({ data: { task, databaseFile, scratch, stopped } }) => {
  try {
    const read = (entries: number) => {
      if (Atomics.load(stopped, 0) !== 0) throw new StoppedError();
      channel.postMessage({ read: entries });
    };
    channel.postMessage({ finding: await perform(task, { databaseFile, scratch, read }) });
  } catch (cause) {
    channel.postMessage({ error: (cause as Error).message });
  }
};
