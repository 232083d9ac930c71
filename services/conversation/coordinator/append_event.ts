import { conversationStream } from "../../../store/coordinator/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { getConversation } from "./get.ts";
import { requireOpenConversation } from "./read_model.ts";
import type { AppendConversationEventInput, ConversationDetails } from "./schemas.ts";

/** Appends a client's event. The event's actor says who sent it, whatever `kind` claims. */
export function appendConversationEvent(
  ctx: Ctx,
  id: string,
  { kind, content, type, data }: AppendConversationEventInput,
): ConversationDetails {
  requireOpenConversation(ctx, id);
  record(ctx, conversationStream, id, [{
    type: "conversation.event_appended",
    data: {
      entryId: ctx.newId("entry"),
      kind,
      content,
      ...(type !== undefined && { type }),
      ...(data && { data }),
    },
  }], { conversationId: id });
  return getConversation(ctx, id);
}
