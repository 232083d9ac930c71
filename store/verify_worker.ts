import { perform, type VerifyFinding, type VerifyTask } from "./verify_tasks.ts";
import { messageOf } from "./shared/message_of.ts";
import { onWorkerMessage } from "./shared/worker_messages.ts";

/** A task for a thread, and the files that it reads and writes. */
export type ToThread = { task: VerifyTask; databaseFile: string; scratch: string };

/** What a thread says: how many more entries it has read, and at the end what it found or why it could not look. */
export type FromThread = { read: number } | { finding: VerifyFinding } | { error: string };

onWorkerMessage<ToThread, FromThread>(async ({ task, databaseFile, scratch }, send) => {
  try {
    const read = (entries: number) => send({ read: entries });
    send({ finding: await perform(task, { databaseFile, scratch, read }) });
  } catch (cause) {
    send({ error: messageOf(cause) });
  }
});
