import type { Ctx } from "../../ground/kernel/context.ts";
import { createMemoryRecord } from "../../knowledge/memory/create.ts";

/** Records what a person wants remembered, with the conversation as its source. Returns the record's id. */
export function rememberStatement(
  ctx: Ctx,
  conversationId: string,
  { content, scope, scopeId }: { content: string; scope: "conversation" | "project"; scopeId: string },
): string {
  const source = { kind: "conversation", id: conversationId };
  return createMemoryRecord(ctx, { type: "fact", scope, scopeId, content, source }).id;
}
