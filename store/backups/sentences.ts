import type { SentencesFor } from "../domain.ts";
import { counted } from "../words.ts";
import type { backupStream } from "./stream.ts";

/** What happens to a backup. */
export const backupSentences: SentencesFor<(typeof backupStream)["events"]> = {
  "backup.started": ({ data }) =>
    data.after === undefined ? "A backup was started." : `A backup was started that continues ${data.after}.`,
  "backup.completed": ({ data }) => `The backup was completed with ${counted(data.artifacts, "artifact")}.`,
  "backup.failed": ({ data }) => `The backup failed: ${data.detail}`,
  "backup.interrupted": ({ data }) => `The backup was interrupted: ${data.detail}`,
  "backup.removed": ({ data }) => `The backup was removed: ${data.detail}`,
};
