import type { Ctx } from "../kernel/context.ts";
import { sequenceOf } from "../kernel/cursor.ts";
import { envelopeOf } from "../kernel/envelope.ts";
import { requireConversation } from "./read_model.ts";
import type { ConversationRuntimeEventRecord } from "./record_schemas.ts";

/** A list that knows where the next one goes on, also when it is empty. */
export type RuntimeEventPage = ConversationRuntimeEventRecord[] & { nextCursor: string };

/** A conversation's events and those of its runs after `cursor`, oldest first; `latest` is after the present end. */
export function runtimeEvents(
  ctx: Ctx,
  conversationId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): RuntimeEventPage {
  requireConversation(ctx, conversationId);
  const after = positionOf(ctx, cursor ?? "0");
  const events = ctx.store.events.ofConversation(conversationId, after, limit);
  return Object.assign(events.map((event) => envelopeOf(event, ctx.store.installation)), {
    nextCursor: String(events.at(-1)?.seq ?? after),
  });
}

/** The sequence that a cursor stands for. Throws `InvalidError` when the log has not come so far. */
export function positionOf(ctx: Pick<Ctx, "store">, cursor: string): number {
  return cursor === "latest" ? ctx.store.head : sequenceOf(ctx, cursor);
}
