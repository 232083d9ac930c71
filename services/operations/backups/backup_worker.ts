import { type BackupRequest, takeBackup, type TakenBackup } from "./take.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** The worker's answer: the result, or a sentence that says why there is none. */
export type BackupAnswer = { result: TakenBackup } | { error: string };

/** The worker's side of its channel. The type library of workers cannot be loaded next to that of the service. */
const channel = self as unknown as {
  onmessage: (event: MessageEvent<BackupRequest>) => void;
  postMessage: (message: BackupAnswer) => void;
};

channel.onmessage = async ({ data }) => {
  try {
    channel.postMessage({ result: await takeBackup(data) });
  } catch (cause) {
    channel.postMessage({ error: messageOf(cause) });
  }
};
