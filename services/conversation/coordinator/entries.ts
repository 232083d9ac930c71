import { eventId, type StoredEvent } from "../../../store/event.ts";
import { narrate } from "../../../store/registry.ts";
import type { ConversationEvent } from "./schemas.ts";

type Data = Record<string, string>;

/** Returns an event of a conversation as its details show it. */
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
      return { ...shown, kind: "system", content: narrate(event), data };
  }
}
