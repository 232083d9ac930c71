import { z } from "zod";
import { timeSchema } from "../../ground/kernel/schemas.ts";

const toolSchema = z.object({
  name: z.string(),
  status: z.enum(["running", "completed", "failed", "interrupted"]),
  path: z.string().optional(),
  exitCode: z.number().int().optional(),
  output: z.string().optional().describe("its output; the middle of a long one is replaced by a note"),
  diff: z.string().optional().describe("what it changed, as a unified diff"),
  endedAt: timeSchema.optional(),
});

/** One entry of a transcript. `n` stays the same while it grows. */
const transcriptEntrySchema = z.object({
  n: z.number().int(),
  at: timeSchema,
  kind: z.enum(["told", "words", "thought", "tool", "plan", "question", "answer", "usage", "note"]),
  text: z.string(),
  tool: toolSchema.optional(),
  steps: z.array(z.object({ content: z.string(), status: z.string() })).optional(),
  usage: z.object({
    provider: z.string(),
    model: z.string(),
    inputTokens: z.number().nullable(),
    outputTokens: z.number().nullable(),
    costUsd: z.number().nullable(),
  }).optional(),
  approvalId: z.string().optional(),
});
export type TranscriptEntry = z.output<typeof transcriptEntrySchema>;

/** An entry before it has its position and its time. */
export type NewEntry = Omit<TranscriptEntry, "n" | "at">;

const keptTranscriptSchema = z.object({
  number: z.number().int(),
  attempt: z.number().int(),
  state: z.enum(["open", "kept", "interrupted"]),
  startedAt: timeSchema,
  endedAt: timeSchema.nullable(),
});

/** Interface extension: what a task session's worker said and did, one transcript for each time that it worked. */
export const transcriptSchema = z.object({
  taskSessionId: z.string(),
  runId: z.string(),
  number: z.number().int().nullable().describe(
    "the transcript of the entries; null if there is none yet",
  ),
  transcripts: z.array(keptTranscriptSchema).describe("all transcripts of the session, oldest first"),
  entries: z.array(transcriptEntrySchema),
  cursor: z.number().int().describe("pass it as `after` to get what was added or changed since"),
  more: z.boolean().describe("whether there is more after the cursor"),
}).meta({ id: "transcriptSchema" });
export type TranscriptPage = z.output<typeof transcriptSchema>;

/** Query of a transcript. */
export const transcriptQuerySchema = z.object({
  number: z.coerce.number().int().min(1).optional().describe("which transcript; the newest by default"),
  after: z.coerce.number().int().min(0).default(0).describe("the cursor of the previous response"),
}).meta({ id: "transcriptQuerySchema" });
export type TranscriptQuery = z.output<typeof transcriptQuerySchema>;
