import { z } from "zod";
import { modelEvents } from "../model_use/events.ts";
import { commandSchema, workerChoiceSchema } from "../runs/document.ts";

/** Who wrote a message. */
export const speakerSchema = z.enum(["user", "coordinator", "system"]);

/** What a message did, with the ids of what it affected. */
const effectKindSchema = z.enum([
  "run_created",
  "guidance_added",
  "answered",
  "plan_changed",
  "run_paused",
  "run_resumed",
  "run_cancelled",
  "memory_recorded",
  "approval_noted",
  "approval_rejected",
  "asked_back",
  "nothing",
]);

export const effectSchema = z.object({
  id: z.string(),
  kind: effectKindSchema,
  summary: z.string(),
  runId: z.string().optional(),
  taskSessionId: z.string().optional(),
  approvalId: z.string().optional(),
  guidanceId: z.string().optional(),
  memoryRecordId: z.string().optional(),
  /** The records that an answer is based on. */
  recordIds: z.array(z.string()).optional(),
  /** How the plan of the run differs from the previous one. */
  planChange: z.object({
    round: z.number().int(),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.string()),
  }).optional(),
});
export type Effect = z.infer<typeof effectSchema>;

/** A file of a conversation. Its content is an artifact. */
export const conversationFileSchema = z.object({
  path: z.string(),
  label: z.string(),
  summary: z.string(),
  mediaType: z.string(),
  previewType: z.enum(["text", "diff", "json", "markdown", "binary"]),
  sha256: z.string(),
  size: z.number().int(),
});

export const checklistItemSchema = z.object({
  id: z.string(),
  check: z.string(),
  title: z.string(),
  status: z.enum(["ok", "warn", "block"]),
  reason: z.string(),
  fix: z.string().nullable(),
  recordIds: z.array(z.string()),
});

/** The events of a conversation. A shape here is frozen: what is needed later is a new type or an optional field. */
export const conversationEvents = {
  "conversation.created": z.object({
    title: z.string().optional(),
    origin: z.string(),
    metadata: z.record(z.string(), z.unknown()),
  }),
  "conversation.renamed": z.object({ title: z.string() }),
  "conversation.title_cleared": z.object({}),
  "conversation.archived": z.object({}),
  "conversation.reopened": z.object({}),
  "conversation.metadata_changed": z.object({ metadata: z.record(z.string(), z.unknown()) }),
  "conversation.run_activated": z.object({ runId: z.string() }),
  "conversation.run_deactivated": z.object({}),
  "conversation.event_appended": z.object({
    entryId: z.string(),
    kind: speakerSchema,
    content: z.string(),
    type: z.string().optional(),
    data: z.record(z.string(), z.unknown()).optional(),
  }),
  "conversation.attachment_added": conversationFileSchema.extend({
    attachmentId: z.string(),
    name: z.string(),
    declaredMediaType: z.string(),
  }),
  "conversation.research_asset_saved": conversationFileSchema.extend({
    assetId: z.string(),
    title: z.string(),
    url: z.string().optional(),
    declaredMediaType: z.string().optional(),
    tags: z.array(z.string()),
  }),
  "conversation.design_doc_written": z.object({
    designDocId: z.string(),
    title: z.string(),
    content: z.string(),
    contentSha256: z.string(),
  }),
  "conversation.checklist_completed": z.object({
    checklistId: z.string(),
    status: z.enum(["ok", "warn", "block"]),
    repoPath: z.string().nullable(),
    contentSha256: z.string(),
    items: z.array(checklistItemSchema),
  }),
  "conversation.summarised": z.object({ memoryRecordId: z.string(), contentSha256: z.string() }),
  "message.created": z.object({
    messageId: z.string(),
    turnId: z.string(),
    content: z.string(),
    repoPath: z.string().optional(),
    worker: workerChoiceSchema.optional(),
    verifier: commandSchema.optional(),
    taskSessionId: z.string().optional(),
    attachmentIds: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()),
  }),
  "message.completed": z.object({
    messageId: z.string(),
    turnId: z.string(),
    intent: z.string(),
    reply: z.string(),
    effects: z.array(effectSchema),
  }),
  ...modelEvents,
} as const;
