import { z } from "zod";
import { researchAssetInputSchema } from "../../../knowledge/research/schemas.ts";
import { timeSchema } from "../../../ground/kernel/schemas.ts";

/** The request body of uploads. */
export const FILES_BODY_LIMIT = 32 * 1024 * 1024;

export const createConversationAttachmentsInputSchema = z.object({
  files: z.array(z.object({
    name: z.string().min(1).max(255),
    mediaType: z.string().min(1).max(200).describe("the type that the sender assumes; the content decides"),
    contentBase64: z.base64(),
  })).min(1).max(100),
}).meta({ id: "createConversationAttachmentsInputSchema" });
export type CreateAttachmentsInput = z.output<typeof createConversationAttachmentsInputSchema>;

export const conversationAttachmentSchema = z.object({
  id: z.string(),
  conversationId: z.string(),
  name: z.string(),
  path: z.string(),
  mediaType: z.string().describe("by content"),
  declaredMediaType: z.string(),
  previewType: z.string(),
  sha256: z.string(),
  size: z.number().int(),
  createdAt: timeSchema,
}).meta({ id: "conversationAttachmentSchema" });
export type ConversationAttachment = z.output<typeof conversationAttachmentSchema>;

/** The same as for a run. */
export const saveConversationResearchAssetInputSchema = researchAssetInputSchema
  .meta({ id: "saveConversationResearchAssetInputSchema" });
export type SaveResearchAssetInput = z.output<typeof saveConversationResearchAssetInputSchema>;
