import type { ConversationDocument } from "../../../store/coordinator/document.ts";
import { sha256 } from "../../../store/chain.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { countRecords } from "./records.ts";
import { requireConversation } from "./read_model.ts";
import type { ConversationSummary } from "./record_schemas.ts";
import { currentMemory, memoryContent } from "./summary_memory.ts";
import { summaryText } from "./summary_text.ts";

/** Returns what was said and done so far, and whether the memory record has the same text. Stores nothing. */
export const conversationSummary = (ctx: Ctx, id: string): ConversationSummary =>
  showSummary(ctx, requireConversation(ctx, id));

/** Returns the summary of a conversation as the API shows it. */
export function showSummary(ctx: Ctx, conversation: ConversationDocument): ConversationSummary {
  const content = summaryText(ctx, conversation, true);
  const memory = currentMemory(ctx, conversation);
  const { summary, id, title, counts } = conversation;
  const current = memory !== null &&
    summary?.contentSha256 === sha256(memoryContent(ctx, conversation).content);
  return {
    id: `summary_${id.slice(id.indexOf("_") + 1)}`,
    conversationId: id,
    title,
    content,
    contentSha256: sha256(content),
    counts: {
      messages: counts.messages,
      attachments: counts.attachments,
      runs: countRecords(ctx, id, "run"),
      guidance: countRecords(ctx, id, "guidance"),
      plans: countRecords(ctx, id, "plan"),
    },
    memoryRecordId: memory?.id ?? null,
    memoryStatus: memory === null ? "missing" : current ? "current" : "stale",
    refreshedAt: memory === null ? null : summary?.at ?? null,
  };
}
