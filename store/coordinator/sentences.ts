import type { SentencesFor } from "../domain.ts";
import { modelSentences } from "../model_use/sentences.ts";
import { firstLine } from "../words.ts";
import type { conversationEvents } from "./events.ts";

/** What happens in a conversation. */
export const conversationSentences: SentencesFor<typeof conversationEvents> = {
  "conversation.created": () => "The conversation was begun.",
  "conversation.renamed": ({ data }) => `It was renamed to "${data.title}".`,
  "conversation.title_cleared": () => "Its title was taken away; the next message gives it one.",
  "conversation.archived": () => "It was archived.",
  "conversation.reopened": () => "It was opened again.",
  "conversation.metadata_changed": () => "Its metadata were changed.",
  "conversation.run_activated": ({ data }) => `The run ${data.runId} became the active one.`,
  "conversation.run_deactivated": () => "No run is the active one any more.",
  "conversation.event_appended": ({ data }) => firstLine(data.content),
  "conversation.attachment_added": ({ data }) => `The file ${data.label} (${data.mediaType}) was attached.`,
  "conversation.research_asset_saved": ({ data }) => `The research asset "${data.title}" was saved.`,
  "conversation.design_doc_written": ({ data }) => `A design was written down: ${data.title}`,
  "conversation.checklist_completed": ({ data }) => `The pre-run checklist says ${data.status}.`,
  "conversation.summarised": ({ data }) => `The summary was saved as ${data.memoryRecordId}.`,
  "message.created": ({ data, actor }) => `The ${actor} said: ${firstLine(data.content)}`,
  "message.completed": ({ data }) => `The coordinator answered: ${firstLine(data.reply)}`,
  ...modelSentences,
};
