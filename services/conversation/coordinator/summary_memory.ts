import type { ConversationDocument } from "../../../store/coordinator/document.ts";
import { type MemoryRecordDocument, memoryRecordStream } from "../../../store/memory/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { createMemoryRecord } from "../../knowledge/memory/create.ts";
import { summarisedRuns, summaryText } from "./summary_text.ts";

/** Returns the active memory record with the summary, or null. */
export function currentMemory(ctx: Ctx, { summary }: ConversationDocument): MemoryRecordDocument | null {
  const memory = summary && ctx.store.documents.get(memoryRecordStream, summary.memoryRecordId);
  return memory?.status === "active" ? memory : null;
}

/**
 * Returns the content of the record, and whose erasure removes it. It quotes a run only if there is no other: a record
 * has one origin, and the words of an erased run must not remain in it.
 */
export function memoryContent(
  ctx: Ctx,
  conversation: ConversationDocument,
): { content: string; runId: string | null } {
  const runs = summarisedRuns(ctx, conversation);
  const only = runs.length === 1 && runs[0]!.conversationId === conversation.id ? runs[0]! : null;
  return { content: summaryText(ctx, conversation, only !== null), runId: only?.id ?? null };
}

/** Records the summary, replacing the previous record. Returns the new id. */
export function recordSummary(
  ctx: Ctx,
  conversation: ConversationDocument,
  { content, runId }: { content: string; runId: string | null },
): string {
  const before = currentMemory(ctx, conversation);
  return createMemoryRecord(ctx, {
    type: "summary",
    scope: "conversation",
    scopeId: conversation.id,
    content,
    source: runId === null ? { kind: "conversation", id: conversation.id } : { kind: "run", id: runId },
    ...(before && { supersedes: before.id }),
  }).id;
}
