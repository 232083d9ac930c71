import { z } from "zod";
import { timeSchema } from "../schemas.ts";

/** The body of a request with files in it. */
export const FILES_BODY_LIMIT = 32 * 1024 * 1024;

export const createConversationAttachmentsInputSchema = z.object({
  files: z.array(z.object({
    name: z.string().min(1).max(255),
    mediaType: z.string().min(1).max(200).describe("as the sender believes; the content decides"),
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

export const saveConversationResearchAssetInputSchema = z.object({
  title: z.string().min(1).max(500),
  url: z.url({ protocol: /^https?$/ }).max(4096).optional(),
  mediaType: z.string().min(1).max(200).optional(),
  content: z.string().optional(),
  contentBase64: z.base64().optional(),
  summary: z.string().max(4000).optional(),
  tags: z.array(z.string().min(1).max(100)).max(50).default([]),
}).refine(
  (input) => [input.content, input.contentBase64, input.url].some((value) => value !== undefined),
  "give content, contentBase64 or at least a url",
).refine(
  (input) => input.content === undefined || input.contentBase64 === undefined,
  "give content or contentBase64, not both",
).meta({ id: "saveConversationResearchAssetInputSchema" });
export type SaveResearchAssetInput = z.output<typeof saveConversationResearchAssetInputSchema>;
