import { conversationStream } from "../../../store/coordinator/stream.ts";
import type { conversationEvents } from "../../../store/coordinator/events.ts";
import type { NewEvent } from "../../../store/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { activateRun, requireKnownRun } from "./create.ts";
import { getConversation } from "./get.ts";
import { requireConversation } from "./read_model.ts";
import type { ConversationDetails, UpdateConversationInput } from "./schemas.ts";

/**
 * Renames, archives or reopens a conversation, switches its active run, or replaces its metadata. Unchanged values
 * record nothing.
 */
export function updateConversation(
  ctx: Ctx,
  id: string,
  { title, status, activeRunId, metadata: given }: UpdateConversationInput,
): ConversationDetails {
  const metadata = given === null ? {} : given;
  const before = requireConversation(ctx, id);
  const switched = activeRunId !== undefined && activeRunId !== before.activeRunId;
  if (switched && activeRunId !== null) requireKnownRun(ctx, activeRunId);
  const events: NewEvent<typeof conversationEvents>[] = [];
  if (title === null) {
    if (before.titled) events.push({ type: "conversation.title_cleared", data: {} });
  } else if (title !== undefined && (title !== before.title || !before.titled)) {
    events.push({ type: "conversation.renamed", data: { title } });
  }
  if (status !== undefined && status !== before.status) {
    const type = status === "archived" ? "conversation.archived" : "conversation.reopened";
    events.push({ type, data: {} });
  }
  if (metadata !== undefined && JSON.stringify(metadata) !== JSON.stringify(before.metadata)) {
    events.push({ type: "conversation.metadata_changed", data: { metadata } });
  }
  if (switched && activeRunId === null) events.push({ type: "conversation.run_deactivated", data: {} });
  ctx.write(() => {
    record(ctx, conversationStream, id, events, { conversationId: id });
    if (switched && activeRunId !== null) activateRun(ctx, id, activeRunId);
  });
  return getConversation(ctx, id);
}
