import { idOf } from "../event.ts";
import { isModelUse } from "../model_use/document.ts";
import { defineStream, type EventOf } from "../stream.ts";
import type { ConversationDocument } from "./document.ts";
import { conversationEvents } from "./events.ts";

type ConversationEvent = EventOf<typeof conversationEvents>;

/** The title of a conversation that has neither a name nor a message. */
const UNTITLED = "New conversation";

/** The longest title that is taken from a message. */
const TITLE = 80;

/** A conversation with the coordinator. */
export const conversationStream = defineStream<ConversationDocument>()({
  kind: "conversation",
  version: 1,
  events: conversationEvents,
  indexes: [["status"]],
  countBy: "status",
  evolve: (conversation, event) => {
    if (event.type === "conversation.created") return created(event);
    if (!conversation) return null;
    const { counts } = conversation;
    const next = { ...conversation, counts: { ...counts, events: counts.events + 1 }, updatedAt: event.at };
    return evolve(next, event);
  },
});

function created(
  event: Extract<ConversationEvent, { type: "conversation.created" }>,
): ConversationDocument {
  const { title, origin, metadata } = event.data;
  return {
    id: idOf(event),
    title: title ?? UNTITLED,
    titled: title !== undefined,
    status: "active",
    origin,
    activeRunId: null,
    metadata,
    counts: { events: 1, messages: 0, attachments: 0, researchAssets: 0, checklists: 0 },
    summary: null,
    createdBy: event.actor,
    createdAt: event.at,
    updatedAt: event.at,
    lastMessageAt: null,
  };
}

function evolve(conversation: ConversationDocument, event: ConversationEvent): ConversationDocument {
  if (isModelUse(event)) return conversation;
  const count = (name: keyof ConversationDocument["counts"]) => ({
    ...conversation,
    counts: { ...conversation.counts, [name]: conversation.counts[name] + 1 },
  });
  switch (event.type) {
    case "conversation.renamed":
      return { ...conversation, title: event.data.title, titled: true };
    case "conversation.title_cleared":
      return { ...conversation, title: UNTITLED, titled: false };
    case "conversation.archived":
      return { ...conversation, status: "archived" };
    case "conversation.reopened":
      return { ...conversation, status: "active" };
    case "conversation.metadata_changed":
      return { ...conversation, metadata: event.data.metadata };
    case "conversation.run_activated":
      return { ...conversation, activeRunId: event.data.runId };
    case "conversation.run_deactivated":
      return { ...conversation, activeRunId: null };
    case "conversation.attachment_added":
      return count("attachments");
    case "conversation.research_asset_saved":
      return count("researchAssets");
    case "conversation.checklist_completed":
      return count("checklists");
    case "conversation.summarised":
      return { ...conversation, summary: { ...event.data, at: event.at } };
    case "message.created":
      return {
        ...count("messages"),
        ...titleFrom(conversation, event.data.content),
        lastMessageAt: event.at,
      };
    case "conversation.created":
    case "conversation.event_appended":
    case "conversation.design_doc_written":
    case "message.completed":
      return conversation;
  }
}

/** Taken from the event itself, so that the title goes when the message it copies is erased. */
function titleFrom({ titled, title }: ConversationDocument, content: string): { title?: string } {
  if (titled || title !== UNTITLED) return {};
  const line = content.trim().split("\n", 1)[0]!.replaceAll(/\s+/g, " ").trim();
  const cut = [...line].slice(0, TITLE).join("");
  return line === "" ? {} : { title: cut.length < line.length ? `${cut}…` : cut };
}
