import type { Ctx } from "../../ground/kernel/context.ts";
import { sequenceOf } from "../../ground/kernel/cursor.ts";
import { envelopeOf } from "../../ground/kernel/envelope.ts";
import { requireConversation } from "./read_model.ts";
import type { ConversationRuntimeEventRecord } from "./record_schemas.ts";

/** A page that knows where the next one continues, even if it is empty. */
export type RuntimeEventPage = ConversationRuntimeEventRecord[] & { nextCursor: string };

/** Returns the events of a conversation and its runs after `cursor`, oldest first; `latest` is after the current end. */
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

/** Returns the sequence of a cursor. Throws `InvalidError` if it is in the future. */
export function positionOf(ctx: Pick<Ctx, "store">, cursor: string): number {
  return cursor === "latest" ? ctx.store.head : sequenceOf(ctx, cursor);
}
