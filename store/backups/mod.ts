import { storeDomain } from "../domain.ts";
import { backupNotices } from "./notices.ts";
import { backupSentences } from "./sentences.ts";
import { backupStream } from "./stream.ts";

/** What the store holds of backups. */
export const backups = storeDomain({
  streams: [backupStream],
  views: [],
  sentences: backupSentences,
  notices: [backupNotices],
});
