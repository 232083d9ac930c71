import type { Ctx } from "../kernel/context.ts";
import { sequenceOf } from "../kernel/cursor.ts";

/** A cursor as clients send it: in the query, or in the header that a browser sends when it reconnects. */
export type EventCursor = { cursor?: string | undefined; lastEventId?: string | undefined };

/** All durable events after the cursor, and then as they happen; without a cursor from the live tail on. */
export function streamEvents(ctx: Ctx, { cursor, lastEventId }: EventCursor): ReadableStream<Uint8Array> {
  const given = lastEventId ?? cursor;
  return ctx.feed.open(given === undefined ? ctx.feed.tail : sequenceOf(ctx, given));
}
