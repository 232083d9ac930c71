import type { StoredEvent } from "../../../store/event.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { requireConversation } from "./read_model.ts";
import { idOf, recordsOf } from "./records.ts";
import type { CoordinatorTurnTranscript, PageQuery } from "./schemas.ts";
import { isEvent } from "../../../store/stream.ts";
import { conversationStream } from "../../../store/coordinator/stream.ts";

/** Returns the exchanges of a conversation with what they changed, newest first. */
export function conversationTurns(ctx: Ctx, id: string, page: PageQuery): CoordinatorTurnTranscript[] {
  requireConversation(ctx, id);
  return recordsOf(ctx, id, "turn", page).flatMap((event) => turnOf(ctx, event) ?? []);
}

/** Returns the exchange that an answer ends; null if its message is gone, or for any other event. */
export function turnOf(ctx: Pick<Ctx, "store">, completed: StoredEvent): CoordinatorTurnTranscript | null {
  if (!isEvent(completed, conversationStream, "message.completed")) return null;
  const { turnId, intent, reply, effects, messageId } = completed.data;
  const created = messageBefore(ctx, completed, messageId);
  if (!created) return null;
  const { content, attachmentIds, metadata } = created.data;
  return {
    id: turnId,
    conversationId: idOf(completed),
    sequence: completed.seq,
    runId: completed.runId ?? null,
    actor: created.actor,
    intent,
    message: { id: messageId, content, attachmentIds, metadata, at: created.at },
    reply: { content: reply, at: completed.at },
    effects,
  };
}

/** The most conversation events between a message and its answer: several runs may start at the same time. */
const MAX_BETWEEN = 32;

/** A message and its answer are recorded together, with at most a few events of the conversation between them. */
function messageBefore(
  ctx: Pick<Ctx, "store">,
  { stream, version }: StoredEvent,
  messageId: string,
) {
  for (let at = version - 1; at >= 1 && at >= version - MAX_BETWEEN; at--) {
    const event = ctx.store.events.at(stream, at);
    if (
      event && isEvent(event, conversationStream, "message.created") && event.data.messageId === messageId
    ) return event;
  }
  return null;
}
