import type { Ctx } from "../kernel/context.ts";
import { InvalidError } from "../kernel/errors.ts";

/** A cursor as clients send it: in the query, or in the header that a browser sends when it reconnects. */
export type EventCursor = { cursor?: string | undefined; lastEventId?: string | undefined };

/** All durable events after the cursor, and then as they happen; without a cursor from the live tail on. */
export function streamEvents(ctx: Ctx, { cursor, lastEventId }: EventCursor): ReadableStream<Uint8Array> {
  const given = lastEventId ?? cursor;
  const after = given === undefined ? ctx.feed.tail : Number(given);
  if (after > ctx.store.head) {
    throw new InvalidError(`The cursor ${given} is in the future: the newest sequence is ${ctx.store.head}.`);
  }
  return ctx.feed.open(after);
}
