import { conversationStream } from "../../../store/coordinator/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { showSession } from "./read_model.ts";
import type { ConversationSession } from "./schemas.ts";

/** Returns conversations, newest first. */
export function listConversations(
  ctx: Ctx,
  { status, limit, offset }: { status?: "active" | "archived" | undefined; limit: number; offset: number },
): ConversationSession[] {
  return ctx.store.documents.find(conversationStream, status ? { status } : {}, {
    limit,
    offset,
    newestFirst: true,
  }).map((conversation) => showSession(ctx, conversation));
}
