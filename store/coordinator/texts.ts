import { keepText } from "../search/texts.ts";
import { on } from "../view.ts";
import { conversationStream } from "./stream.ts";

/** What the search reads of a conversation: what was said in it, and its design documents. */
export const conversationTexts = on(conversationStream, {
  "message.created": (tables, event) =>
    keepText(tables, event, { kind: "message", title: "You said", words: event.data.content }),
  "message.completed": (tables, event) =>
    keepText(tables, event, { kind: "message", title: "The coordinator said", words: event.data.reply }),
  "conversation.event_appended": (tables, event) =>
    keepText(tables, event, {
      kind: "message",
      title: event.data.type ?? event.data.kind,
      words: event.data.content,
    }),
  "conversation.design_doc_written": (tables, event) =>
    keepText(tables, event, { kind: "document", title: event.data.title, words: event.data.content }),
});
