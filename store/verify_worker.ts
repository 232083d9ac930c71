import { perform, type VerifyFinding, type VerifyTask } from "./verify_tasks.ts";
import { messageOf } from "./shared/message_of.ts";

/** A task for a thread, and the files that it reads and writes. */
export type ToThread = { task: VerifyTask; databaseFile: string; scratch: string };

/** What a thread says: how many more entries it has read, and at the end what it found or why it could not look. */
export type FromThread = { read: number } | { finding: VerifyFinding } | { error: string };

/** The worker's side of its channel. The type library of workers cannot be loaded next to that of the service. */
const channel = self as unknown as {
  onmessage: (event: MessageEvent<ToThread>) => void;
  postMessage: (message: FromThread) => void;
};

channel.onmessage = async ({ data: { task, databaseFile, scratch } }) => {
  try {
    const read = (entries: number) => channel.postMessage({ read: entries });
    channel.postMessage({ finding: await perform(task, { databaseFile, scratch, read }) });
  } catch (cause) {
    channel.postMessage({ error: messageOf(cause) });
  }
};
