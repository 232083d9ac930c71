import type { SentencesFor } from "../domain.ts";
import { modelSentences } from "../model_use/sentences.ts";
import { firstLine } from "../words.ts";
import type { conversationEvents } from "./events.ts";

/** What happens in a conversation. */
export const conversationSentences: SentencesFor<typeof conversationEvents> = {
  "conversation.created": () => "The conversation was started.",
  "conversation.renamed": ({ data }) => `The conversation was renamed to "${data.title}".`,
  "conversation.title_cleared": () => "The title was removed. The next message sets a new one.",
  "conversation.archived": () => "The conversation was archived.",
  "conversation.reopened": () => "The conversation was reopened.",
  "conversation.metadata_changed": () => "The metadata was changed.",
  "conversation.run_activated": ({ data }) => `The run ${data.runId} became the active run.`,
  "conversation.run_deactivated": () => "The conversation no longer has an active run.",
  "conversation.event_appended": ({ data }) => firstLine(data.content),
  "conversation.attachment_added": ({ data }) => `The file ${data.label} (${data.mediaType}) was attached.`,
  "conversation.research_asset_saved": ({ data }) => `The research asset "${data.title}" was saved.`,
  "conversation.design_doc_written": ({ data }) => `A design document was written: ${data.title}`,
  "conversation.checklist_completed": ({ data }) => `Pre-run checklist: ${data.status}.`,
  "conversation.summarised": ({ data }) => `The summary was saved as memory record ${data.memoryRecordId}.`,
  "message.created": ({ data, actor }) => `The ${actor} said: ${firstLine(data.content)}`,
  "message.completed": ({ data }) => `The coordinator answered: ${firstLine(data.reply)}`,
  ...modelSentences,
};
