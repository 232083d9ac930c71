import { conversationStream } from "../../../store/coordinator/stream.ts";
import { sha256 } from "../../../store/chain.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { requireConversation } from "./read_model.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import type { ConversationSummary } from "./record_schemas.ts";
import { showSummary } from "./summary.ts";
import { currentMemory, memoryContent, recordSummary } from "./summary_memory.ts";

/** Creates or updates the memory record with the summary. An unchanged one stays as it is. */
export function summariseConversation(ctx: Ctx, id: string): Made<ConversationSummary> {
  const conversation = requireConversation(ctx, id);
  const told = memoryContent(ctx, conversation);
  const contentSha256 = sha256(told.content);
  const known = currentMemory(ctx, conversation) !== null &&
    conversation.summary?.contentSha256 === contentSha256;
  if (known) return existing(showSummary(ctx, conversation));
  ctx.write(() => {
    const memoryRecordId = recordSummary(ctx, conversation, told);
    record(ctx, conversationStream, id, [
      { type: "conversation.summarised", data: { memoryRecordId, contentSha256 } },
    ], { conversationId: id, ...(told.runId && { runId: told.runId }) });
  });
  return made(showSummary(ctx, requireConversation(ctx, id)));
}
