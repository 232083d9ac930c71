import { z } from "zod";
import { memoryCandidateDocumentSchema } from "../../../store/memory/candidate_stream.ts";
import { memoryRecordDocumentSchema } from "../../../store/memory/stream.ts";
import {
  momentSchema,
  pageQuery,
  reasonInputSchema,
  timeSchema,
  writtenSchema,
} from "../../ground/kernel/schemas.ts";

/** The largest content of a record as JSON: a record is a statement, documents belong in project context. */
const CONTENT_BYTES = 12 * 1024;

/** The default token budget of a context. */
export const DEFAULT_BUDGET = 2000;

const wordSchema = z.string().min(1).max(64);
const idSchema = z.string().min(1).max(200);

/** The fields of a record. */
export const createMemoryRecordInputSchema = z.object({
  type: wordSchema.describe("such as decision, fact, preference, procedure, summary, warning")
    .meta({ example: "fact" }),
  scope: wordSchema.describe("such as global, project, conversation, run, task")
    .meta({ example: "project" }),
  content: writtenSchema(1_000_000).refine(
    (text) => new TextEncoder().encode(JSON.stringify(text)).length <= CONTENT_BYTES,
    "at most 12 KiB",
  ).meta({ example: "Releases are cut on Fridays" }),
  source: z.object({ kind: wordSchema.meta({ example: "user" }), id: idSchema }),
  scopeId: z.string().min(1).max(1024).optional().describe(
    "a project's path, or the id of a conversation, run or task session",
  ),
  confidence: z.number().min(0).max(1).optional(),
  validFrom: momentSchema.optional(),
  validTo: momentSchema.optional(),
  supersedes: idSchema.optional().describe("the record that this one replaces"),
}).refine(
  ({ validFrom, validTo }) => !validFrom || !validTo || validFrom < validTo,
  "validFrom must lie before validTo",
).meta({ id: "createMemoryRecordInputSchema" });
export type CreateMemoryRecordInput = z.output<typeof createMemoryRecordInputSchema>;

const receiptSchema = z.object({
  id: z.string(),
  sequence: z.number().int(),
  step: z.string(),
  callId: z.string().nullable(),
  runId: z.string().nullable(),
  taskSessionId: z.string().nullable(),
  conversationId: z.string().nullable(),
  at: timeSchema,
});

/** A record as the API shows it: with its cost and its uses. */
export const memoryRecordSchema = memoryRecordDocumentSchema.extend({
  tokens: z.number().int().describe("an estimate of what it costs in a prompt"),
  warnings: z.array(z.string()).describe("why it is never used"),
  receipts: z.object({ total: z.number().int(), items: z.array(receiptSchema).describe("the newest five") }),
}).meta({ id: "memoryRecordSchema" });
export type MemoryRecord = z.output<typeof memoryRecordSchema>;

export const memoryListQuerySchema = z.object({
  query: z.string().max(500).optional().describe("words that must all occur, in any form; quote a phrase"),
  type: wordSchema.optional(),
  scope: wordSchema.optional(),
  scopeId: z.string().min(1).max(1024).optional(),
  runId: idSchema.optional(),
  conversationId: idSchema.optional(),
  status: z.enum(["active", "archived"]).optional(),
  ...pageQuery,
});
export type MemoryListQuery = z.output<typeof memoryListQuerySchema>;

export const memoryCandidateSchema = memoryCandidateDocumentSchema.omit({ fingerprint: true })
  .meta({ id: "memoryCandidateSchema" });
export type MemoryCandidate = z.output<typeof memoryCandidateSchema>;

export const memoryCandidateQuerySchema = z.object({
  status: z.enum(["pending", "promoted", "rejected"]).optional(),
  ...pageQuery,
});

export const promoteMemoryCandidateInputSchema = reasonInputSchema.extend({
  supersedes: idSchema.optional().describe("the record that the promoted one replaces"),
}).meta({ id: "promoteMemoryCandidateInputSchema" });
export type PromoteMemoryCandidateInput = z.output<typeof promoteMemoryCandidateInputSchema>;

const LEFT_OUT = ["not_yet_valid", "expired", "superseded", "excluded", "duplicate", "budget"] as const;

/** Which records a step would receive, and which not. */
export const memoryContextPreviewSchema = z.object({
  runId: z.string().nullable(),
  taskSessionId: z.string().nullable(),
  conversationId: z.string().nullable(),
  project: z.string().nullable(),
  budget: z.number().int(),
  tokens: z.number().int(),
  items: z.array(z.object({
    id: z.string(),
    record: memoryRecordDocumentSchema,
    tokens: z.number().int(),
    score: z.number(),
    reasons: z.array(z.string()),
  })),
  leftOut: z.array(z.object({
    id: z.string(),
    record: memoryRecordDocumentSchema,
    tokens: z.number().int(),
    reason: z.enum(LEFT_OUT),
    detail: z.string(),
  })).describe("at most 200"),
  counts: z.object({
    included: z.number().int(),
    leftOut: z.number().int(),
    notConsidered: z.number().int().describe("records that apply but are older than those considered"),
  }),
  contradictions: z.array(z.object({
    id: z.string(),
    recordIds: z.array(z.string()),
    detail: z.string(),
  })).describe("among the records given"),
  text: z.string().describe("exactly the text that would be given"),
}).meta({ id: "memoryContextPreviewSchema" });
export type MemoryContextPreview = z.output<typeof memoryContextPreviewSchema>;
/** Why a step would not receive a record. */
export type LeftOutReason = typeof LEFT_OUT[number];

export const memoryContextQuerySchema = z.object({
  runId: idSchema.optional(),
  taskSessionId: idSchema.optional(),
  conversationId: idSchema.optional(),
  project: z.string().min(1).max(1024).optional().describe("a project's path; a run has its own"),
  query: z.string().max(4000).optional().describe("the subject; default: a run's request"),
  budget: z.coerce.number().int().min(0).max(1_000_000).default(DEFAULT_BUDGET).describe("tokens"),
  without: z.string().max(4000).optional().describe("ids, comma-separated: what would be given without them"),
});
/** For which step the records are asked for; everything is optional. */
export type MemoryContextQuery = Partial<z.output<typeof memoryContextQuerySchema>>;
