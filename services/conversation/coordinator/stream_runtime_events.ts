import type { Ctx } from "../../ground/kernel/context.ts";
import type { EventCursor } from "../../operations/system/stream_events.ts";
import { requireConversation } from "./read_model.ts";
import { positionOf } from "./runtime_events.ts";

/** Streams the events of a conversation and its runs after the cursor, then new ones; without a cursor only new ones. */
export function streamRuntimeEvents(
  ctx: Ctx,
  conversationId: string,
  { cursor, lastEventId }: EventCursor,
): ReadableStream<Uint8Array> {
  requireConversation(ctx, conversationId);
  const given = lastEventId ?? cursor ?? "latest";
  return ctx.feed.open(given === "latest" ? ctx.feed.tail : positionOf(ctx, given), conversationId);
}
