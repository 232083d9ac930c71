import { type BackupRequest, takeBackup, type TakenBackup } from "./take.ts";
import { messageOf } from "../../../store/shared/message_of.ts";
import { onWorkerMessage } from "../../../store/shared/worker_messages.ts";
import { isSystemFault } from "../../../store/storage_error.ts";

/** The worker's answer: the result, or a sentence that says why there is none. */
export type BackupAnswer = { result: TakenBackup } | { error: string };

onWorkerMessage<BackupRequest, BackupAnswer>(async (request, send) => {
  try {
    send({ result: await takeBackup(request) });
  } catch (cause) {
    const error = isSystemFault(cause)
      ? `The backup could not be created: ${cause.message}. Check the disks of the storage and of the backup directory, and create another.`
      : messageOf(cause);
    send({ error });
  }
});
