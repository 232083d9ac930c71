import { conversationStream } from "../../../../store/coordinator/stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import type { SaveResearchAssetInput } from "./file_schemas.ts";
import { getConversation } from "../get.ts";
import { requireOpenConversation } from "../read_model.ts";
import type { ConversationDetails } from "../schemas.ts";
import { sniff } from "./sniff.ts";

/** Saves a source or a file for a conversation; without content, its address is the content. */
export function saveConversationResearchAsset(
  ctx: Ctx,
  conversationId: string,
  input: SaveResearchAssetInput,
): ConversationDetails {
  requireOpenConversation(ctx, conversationId);
  const bytes = bytesOf(input);
  const content = ctx.artifacts.writeSync(bytes);
  const { title, url, mediaType, summary = "", tags } = input;
  const assetId = ctx.newId("asset");
  ctx.artifacts.recorded(content.sha256);
  record(ctx, conversationStream, conversationId, [{
    type: "conversation.research_asset_saved",
    data: {
      assetId,
      title,
      ...(url !== undefined && { url }),
      ...(mediaType !== undefined && { declaredMediaType: mediaType }),
      tags,
      path: `research/${assetId}`,
      label: title.slice(0, 200),
      summary,
      ...sniff(bytes),
      ...content,
    },
  }], { conversationId });
  return getConversation(ctx, conversationId);
}

function bytesOf({ content, contentBase64, url }: SaveResearchAssetInput): Uint8Array {
  if (contentBase64 !== undefined) return Uint8Array.fromBase64(contentBase64);
  return new TextEncoder().encode(content ?? `${url}\n`);
}
