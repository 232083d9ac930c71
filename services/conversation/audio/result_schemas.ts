import { z } from "zod";
import {
  audioFormatSchema,
  engineSchema,
  qualitySchema,
  segmentSchema,
} from "../../../store/audio/document.ts";
import { timeSchema } from "../../ground/kernel/schemas.ts";

/** A span of audio as evidence: what was heard, where, and the hashes of both. */
export const spanEvidenceSchema = z.object({
  kind: z.literal("trace"),
  path: z.string().describe("a media fragment: audio/<session>#t=<from>,<to>"),
  sha256: z.string().describe("over the hashes of the recording and of the words, and the span"),
  audioSha256: z.string().nullable(),
  textSha256: z.string(),
  size: z.number().int(),
  summary: z.string(),
});

/** A segment in a response. */
export const shownSegmentSchema = segmentSchema.extend({
  transcriptionId: z.string().nullable(),
  evidence: spanEvidenceSchema,
});

export const audioTranscriptionResultSchema = z.object({
  id: z.string(),
  sessionId: z.string(),
  status: z.enum(["queued", "running", "completed", "failed", "unavailable"]),
  mode: z.enum(["local", "import"]),
  language: z.string().nullable(),
  name: z.string().nullable(),
  upload: z.object({
    uploadId: z.string(),
    parts: z.number().int(),
    bytes: z.number().int(),
    complete: z.boolean(),
  }).nullable(),
  audio: audioFormatSchema.partial().extend({
    sha256: z.string(),
    bytes: z.number().int(),
    erased: z.boolean(),
  }).nullable(),
  engine: engineSchema.nullable(),
  trust: z.literal("untrusted"),
  text: z.string(),
  segments: z.array(shownSegmentSchema),
  quality: qualitySchema.nullable(),
  textSha256: z.string().nullable(),
  retryOf: z.string().nullable(),
  attempts: z.number().int(),
  error: z.string().nullable(),
  engineOutput: z.string().nullable().describe("the last output of a program that failed"),
  createdAt: timeSchema,
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
}).meta({ id: "audioTranscriptionResultSchema" });
export type AudioTranscriptionResult = z.output<typeof audioTranscriptionResultSchema>;
