import { z } from "zod";
import { actorSchema } from "../runs/document.ts";

export const conversationStatusSchema = z.enum(["active", "archived"]);

/** How many items of each kind a conversation holds, updated with each event. */
const countsSchema = z.object({
  events: z.number().int(),
  messages: z.number().int(),
  attachments: z.number().int(),
  researchAssets: z.number().int(),
  checklists: z.number().int(),
});

/** A conversation, folded from its own events. Anything that grows without bound is in views. */
export const conversationDocumentSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** False while the title is taken from the first message. */
  titled: z.boolean(),
  status: conversationStatusSchema,
  origin: z.string(),
  activeRunId: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  counts: countsSchema,
  /** The memory record that holds the summary, and what it was made from. */
  summary: z.object({ memoryRecordId: z.string(), contentSha256: z.string(), at: z.string() }).nullable(),
  createdBy: actorSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
  lastMessageAt: z.string().nullable(),
});
export type ConversationDocument = z.infer<typeof conversationDocumentSchema>;
