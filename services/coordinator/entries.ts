import { eventId, type StoredEvent } from "../../store/event.ts";
import type { ConversationEvent } from "./schemas.ts";

type Data = Record<string, string>;

/** A sentence for what is neither message nor appended by a client. */
const SENTENCES: Record<string, (data: Data) => string> = {
  "conversation.created": () => "The conversation was begun.",
  "conversation.renamed": ({ title }) => `It was renamed to "${title}".`,
  "conversation.archived": () => "It was archived.",
  "conversation.reopened": () => "It was opened again.",
  "conversation.metadata_changed": () => "Its metadata were changed.",
  "conversation.run_activated": ({ runId }) => `The run ${runId} became the active one.`,
  "conversation.run_deactivated": () => "No run is the active one any more.",
  "conversation.attachment_added": ({ label, mediaType }) => `The file ${label} (${mediaType}) was attached.`,
  "conversation.research_asset_saved": ({ title }) => `The research asset "${title}" was saved.`,
  "conversation.design_doc_written": ({ title }) => `A design was written down: ${title}`,
  "conversation.checklist_completed": ({ status }) => `The pre-run checklist says ${status}.`,
  "conversation.summarised": ({ memoryRecordId }) => `The summary was saved as ${memoryRecordId}.`,
};

/** An event of a conversation's own as its details show it. */
export function entryOf(event: StoredEvent): ConversationEvent {
  const data = event.data as Data & { kind?: ConversationEvent["kind"]; data?: unknown };
  const shown = {
    id: eventId(event.seq),
    sequence: event.seq,
    type: event.type,
    actor: event.actor,
    runId: event.runId ?? null,
    at: event.at,
  };
  switch (event.type) {
    case "message.created":
      return { ...shown, kind: "user", content: data.content ?? "", data };
    case "message.completed":
      return { ...shown, kind: "coordinator", content: data.reply ?? "", data };
    case "conversation.event_appended":
      return {
        ...shown,
        type: data.type ?? event.type,
        kind: data.kind ?? "system",
        content: data.content ?? "",
        data: data.data ?? null,
      };
    default:
      return { ...shown, kind: "system", content: SENTENCES[event.type]?.(data) ?? event.type, data };
  }
}
