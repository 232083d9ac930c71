import type { ConversationFileRow } from "../../../store/coordinator/files_view.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { readStored } from "../../ground/material/read.ts";

/** Returns the content and name of an attachment of a conversation; checks its hash. */
export async function readAttachment(
  ctx: Ctx,
  conversationId: string,
  id: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  const row = ctx.store.projector.tables.get<Pick<ConversationFileRow, "label" | "sha256">>(
    "select label, sha256 from {conversation_files} where conversation_id = ? and path = ?",
    conversationId,
    `attachments/${id}`,
  );
  if (!row) throw new NotFoundError(`attachment of the conversation ${conversationId}`, id);
  return { name: row.label, bytes: await readStored(ctx, row.sha256) };
}
