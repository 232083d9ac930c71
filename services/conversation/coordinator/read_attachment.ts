import { ArtifactDamagedError } from "../../../store/artifacts.ts";
import type { ConversationFileRow } from "../../../store/coordinator/files_view.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError, UnavailableError } from "../../ground/kernel/errors.ts";

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
  try {
    return { name: row.label, bytes: await ctx.artifacts.read(row.sha256) };
  } catch (cause) {
    if (cause instanceof ArtifactDamagedError) throw new UnavailableError(cause.message, { cause });
    throw cause;
  }
}
