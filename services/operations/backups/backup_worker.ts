import { type BackupRequest, takeBackup, type TakenBackup } from "./take.ts";
import { messageOf } from "../../../store/shared/message_of.ts";
import { onWorkerMessage } from "../../../store/shared/worker_messages.ts";

/** The worker's answer: the result, or a sentence that says why there is none. */
export type BackupAnswer = { result: TakenBackup } | { error: string };

onWorkerMessage<BackupRequest, BackupAnswer>(async (request, send) => {
  try {
    send({ result: await takeBackup(request) });
  } catch (cause) {
    send({ error: messageOf(cause) });
  }
});
