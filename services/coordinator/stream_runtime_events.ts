import type { Ctx } from "../kernel/context.ts";
import type { EventCursor } from "../system/stream_events.ts";
import { requireConversation } from "./read_model.ts";
import { positionOf } from "./runtime_events.ts";

/** A conversation's events and those of its runs after the cursor, and then as they happen; without one from now on. */
export function streamRuntimeEvents(
  ctx: Ctx,
  conversationId: string,
  { cursor, lastEventId }: EventCursor,
): ReadableStream<Uint8Array> {
  requireConversation(ctx, conversationId);
  const given = lastEventId ?? cursor ?? "latest";
  return ctx.feed.open(given === "latest" ? ctx.feed.tail : positionOf(ctx, given), conversationId);
}
