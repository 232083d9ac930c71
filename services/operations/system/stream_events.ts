import type { Ctx } from "../../ground/kernel/context.ts";
import { sequenceOf } from "../../ground/kernel/cursor.ts";

/** A cursor from a client: in the query, or in the header that a browser sends when it reconnects. */
export type EventCursor = { cursor?: string | undefined; lastEventId?: string | undefined };

/** Streams all durable events after the cursor, then new ones; without a cursor only new ones. */
export function streamEvents(ctx: Ctx, { cursor, lastEventId }: EventCursor): ReadableStream<Uint8Array> {
  const given = lastEventId ?? cursor;
  return ctx.feed.open(given === undefined ? ctx.feed.tail : sequenceOf(ctx, given));
}
