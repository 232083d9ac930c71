import { storeDomain } from "../domain.ts";
import { conversationFilesView } from "./files_view.ts";
import { conversationRecordsView } from "./records_view.ts";
import { repositoryHistoryView } from "./repository_history_view.ts";
import { conversationSentences } from "./sentences.ts";
import { conversationStream } from "./stream.ts";
import { conversationTexts } from "./texts.ts";

/** What the store holds of conversations. */
export const coordinator = storeDomain({
  streams: [conversationStream],
  views: [conversationFilesView, conversationRecordsView, repositoryHistoryView],
  sentences: conversationSentences,
  texts: [conversationTexts],
});
