import { guidanceSchema } from "../../sessions/task_sessions/schemas.ts";
import { z } from "zod";
import { conversationDocumentSchema, conversationStatusSchema } from "../../../store/coordinator/document.ts";
import { effectSchema, speakerSchema } from "../../../store/coordinator/events.ts";
import { createCoordinatorRunInputSchema, runSummarySchema } from "../../control/runs/schemas.ts";
import { countsSchema, orNull, pageQuery, timeSchema, writtenSchema } from "../../ground/kernel/schemas.ts";
import { preRunChecklistSchema } from "./checklist_schemas.ts";
import { turnFields } from "./turn_schemas.ts";

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

const titleSchema = z.string().trim().min(1).max(300);
const metadataSchema = z.record(z.string(), z.unknown())
  .refine((value) => bytesOf(value) <= 8192, "expected at most 8 KiB of JSON");
const idSchema = z.string().min(1).max(64);

export const createConversationSessionInputSchema = z.object({
  title: titleSchema.optional(),
  origin: z.string().min(1).max(64).optional().describe("where it was started, such as dashboard or cli"),
  activeRunId: orNull(idSchema),
  metadata: metadataSchema.optional(),
}).meta({ id: "createConversationSessionInputSchema" });
export type CreateConversationInput = z.output<typeof createConversationSessionInputSchema>;

export const updateConversationSessionInputSchema = z.object({
  title: titleSchema.nullable().optional().describe("null clears it, and the next message sets a new one"),
  status: conversationStatusSchema.optional(),
  activeRunId: idSchema.nullable().optional().describe("null clears it"),
  metadata: metadataSchema.nullable().optional().describe("replaces the existing value; null clears it"),
}).meta({ id: "updateConversationSessionInputSchema" });
export type UpdateConversationInput = z.output<typeof updateConversationSessionInputSchema>;

export const coordinatorMessageInputSchema = z.object({
  content: writtenSchema(100_000).meta({ example: "What waits for me?" }),
  repoPath: createCoordinatorRunInputSchema.shape.repoPath.optional(),
  worker: createCoordinatorRunInputSchema.shape.worker,
  verifier: createCoordinatorRunInputSchema.shape.verifier,
  onRed: createCoordinatorRunInputSchema.shape.onRed,
  fix: createCoordinatorRunInputSchema.shape.fix,
  runId: idSchema.optional().describe("the run that the message is about"),
  taskSessionId: idSchema.optional().describe("the task session that the message guides"),
  attachmentIds: z.array(idSchema).max(100).optional(),
  metadata: metadataSchema.optional(),
}).meta({ id: "coordinatorMessageInputSchema" });
export type CoordinatorMessageInput = z.output<typeof coordinatorMessageInputSchema>;

export const appendConversationEventInputSchema = z.object({
  kind: speakerSchema,
  content: writtenSchema(100_000).meta({ example: "Releases are cut on Fridays" }),
  type: z.string().min(1).max(100).optional().describe(
    "design_doc and status_report appear in their own lists",
  ),
  data: z.record(z.string(), z.unknown())
    .refine((value) => bytesOf(value) <= 65_536, "expected at most 64 KiB of JSON").optional(),
}).meta({ id: "appendConversationEventInputSchema" });
export type AppendConversationEventInput = z.output<typeof appendConversationEventInputSchema>;

/** Interface, section 2: a conversation in lists. */
export const conversationSessionSchema = conversationDocumentSchema.omit({ titled: true, counts: true })
  .extend({
    activeRun: runSummarySchema.nullable(),
    eventStreams: z.array(z.object({ id: z.string(), kind: z.enum(["polling", "sse"]), path: z.string() })),
    counts: countsSchema,
  }).meta({ id: "conversationSessionSchema" });
export type ConversationSession = z.output<typeof conversationSessionSchema>;

/** One thing that was said or done in a conversation. */
const conversationEventSchema = z.object({
  id: z.string(),
  sequence: z.number().int(),
  kind: speakerSchema,
  type: z.string(),
  content: z.string(),
  data: z.unknown(),
  actor: z.string(),
  runId: z.string().nullable(),
  at: timeSchema,
}).meta({ id: "conversationEventSchema" });
export type ConversationEvent = z.output<typeof conversationEventSchema>;

const guidanceLinkSchema = z.object({
  id: z.string(),
  runId: z.string(),
  taskSessionId: z.string(),
  content: z.string(),
  status: guidanceSchema.shape.status,
  actor: z.string(),
  at: timeSchema,
});

const reportSchema = z.object({
  id: z.string(),
  sequence: z.number().int(),
  runId: z.string().nullable(),
  kind: z.string(),
  summary: z.string(),
  at: timeSchema,
});

const fileSchema = z.object({
  id: z.string(),
  path: z.string(),
  purpose: z.string(),
  label: z.string(),
  mediaType: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  createdAt: timeSchema,
});

/** Interface, section 2: a conversation with the newest items of each of its lists, newest first. */
export const conversationDetailsSchema = conversationSessionSchema.extend({
  events: z.array(conversationEventSchema).describe("the newest 100, oldest first"),
  preRunChecklistRecords: z.array(preRunChecklistSchema),
  queuedRunLinks: z.array(runSummarySchema),
  guidanceLinks: z.array(guidanceLinkSchema),
  statusReportEvents: z.array(reportSchema),
  files: z.array(fileSchema).describe("attachments and research assets"),
}).meta({ id: "conversationDetailsSchema" });
export type ConversationDetails = z.output<typeof conversationDetailsSchema>;

export const coordinatorTurnTranscriptSchema = z.object(turnFields)
  .meta({ id: "coordinatorTurnTranscriptSchema" });
export type CoordinatorTurnTranscript = z.output<typeof coordinatorTurnTranscriptSchema>;

/** The response to a message: the reply, and what it changed. */
export const coordinatorMessageResultSchema = z.object({
  id: z.string().describe("the turn's id"),
  conversationId: z.string(),
  runId: z.string().nullable().describe("the run that the turn is about"),
  reply: z.string(),
  effects: z.array(effectSchema),
  turn: coordinatorTurnTranscriptSchema,
}).meta({ id: "coordinatorMessageResultSchema" });
export type CoordinatorMessageResult = z.output<typeof coordinatorMessageResultSchema>;

export const conversationListQuerySchema = z.object({
  status: conversationStatusSchema.optional(),
  ...pageQuery,
});
export const pageQuerySchema = z.object(pageQuery);
export type PageQuery = z.output<typeof pageQuerySchema>;
