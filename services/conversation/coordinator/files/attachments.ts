import { conversationStream } from "../../../../store/coordinator/stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import type { ConversationAttachment, CreateAttachmentsInput } from "./file_schemas.ts";
import { requireOpenConversation } from "../read_model.ts";
import { sniff } from "./sniff.ts";

/** Attaches files to a conversation, all or none. Their types are detected from their content. */
export function createAttachments(
  ctx: Ctx,
  conversationId: string,
  { files }: CreateAttachmentsInput,
): ConversationAttachment[] {
  requireOpenConversation(ctx, conversationId);
  const stored = files.map(({ name, mediaType, contentBase64 }) => {
    const bytes = Uint8Array.fromBase64(contentBase64);
    return { name, declaredMediaType: mediaType, ...sniff(bytes), ...ctx.artifacts.writeSync(bytes) };
  });
  return ctx.write(() =>
    stored.map((file) => {
      const id = ctx.newId("attachment");
      const path = `attachments/${id}`;
      const data = { attachmentId: id, path, label: file.name, summary: "", ...file };
      ctx.artifacts.recorded(file.sha256);
      const [event] = record(ctx, conversationStream, conversationId, [
        { type: "conversation.attachment_added", data },
      ], { conversationId });
      return { id, conversationId, path, ...file, createdAt: event!.at };
    })
  );
}
