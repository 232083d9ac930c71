import { keepText } from "../search/texts.ts";
import { on } from "../view.ts";
import { conversationStream } from "./stream.ts";

/** The searchable text of a conversation: its messages and its design documents. */
export const conversationTexts = on(conversationStream, {
  "message.created": (tables, event) =>
    keepText(tables, event, { kind: "message", title: "You said", words: event.data.content }),
  "message.completed": (tables, event) =>
    keepText(tables, event, { kind: "message", title: "Coordinator's answer", words: event.data.reply }),
  "conversation.event_appended": (tables, event) =>
    keepText(tables, event, {
      kind: "message",
      title: event.data.type ?? event.data.kind,
      words: event.data.content,
    }),
  "conversation.design_doc_written": (tables, event) =>
    keepText(tables, event, { kind: "document", title: event.data.title, words: event.data.content }),
});
