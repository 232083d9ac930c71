import { z } from "zod";

/** The kind of a session: a recording to be transcribed, or words that arrive while someone speaks. */
export const audioKindSchema = z.enum(["transcription", "realtime"]);

/** The source of the words of a session. */
export const audioSourceSchema = z.enum(["microphone", "file", "stream", "text"]);

/** Whether the people who are heard have agreed, and who says so. */
export const consentSchema = z.object({
  obtained: z.boolean(),
  by: z.string().max(200).optional(),
  note: z.string().max(2000).optional(),
});

/** The notes of the person who created the session. */
export const audioMetadataSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** What is set when a session is created and never changes. */
export const audioSessionFactsSchema = z.object({
  kind: audioKindSchema,
  title: z.string(),
  language: z.string().nullable(),
  source: audioSourceSchema,
  conversationId: z.string().nullable(),
  runId: z.string().nullable(),
  taskSessionId: z.string().nullable(),
  consent: consentSchema.nullable(),
  retentionDays: z.number().int(),
  /** When its audio is deleted automatically (RFC 3339, UTC). */
  eraseAt: z.string(),
  metadata: audioMetadataSchema,
});

/** What is erased: only the recordings, or the recordings and all words. */
export const erasedScopeSchema = z.enum(["audio", "all"]);

/** A session, folded from its events. It contains none of the words that were said. */
export type AudioSessionDocument = z.infer<typeof audioSessionFactsSchema> & {
  id: string;
  status: "created" | "ended";
  endReason: string | null;
  erased: z.infer<typeof erasedScopeSchema> | null;
  erasedAt: string | null;
  createdAt: string;
  endedAt: string | null;
};

/** A recording, which is stored outside of the log. */
export const audioFileSchema = z.object({
  materialId: z.string(),
  sha256: z.string(),
  bytes: z.number().int(),
});

/** What decoding a recording found out. */
export const audioFormatSchema = z.object({
  mediaType: z.string(),
  codec: z.string(),
  sampleRateHz: z.number().int(),
  channels: z.number().int(),
  durationMs: z.number().int(),
});

/** What produced a transcript; enough to repeat it. */
export const engineSchema = z.object({
  name: z.string(),
  programSha256: z.string(),
  /** The name of the largest file among the arguments; null if they name none. */
  model: z.string().nullable(),
  modelSha256: z.string().nullable(),
  /** As configured, with their placeholders. */
  arguments: z.array(z.string()),
  /** How it was confined while it ran. */
  confinement: z.string(),
});

/** Our own measurements of a transcript. */
export const qualitySchema = z.object({
  /** How much of the recording is louder than its background; null without a recording. */
  speechMs: z.number().int().nullable(),
  silenceRatio: z.number().nullable(),
  repeatedRatio: z.number(),
  meanConfidence: z.number().nullable(),
  warnings: z.array(z.string()),
});

/** The progress of a transcription. `receiving` waits for the rest of its recording. */
type TranscriptionPhase =
  | "receiving"
  | "queued"
  | "running"
  | "completed"
  | "failed"
  | "unavailable";

/** A transcription, folded from its events. It contains none of the words that were said. */
export type TranscriptionDocument = {
  id: string;
  sessionId: string;
  phase: TranscriptionPhase;
  mode: "local" | "import";
  language: string | null;
  retryOf: string | null;
  name: string | null;
  /** The recording that arrives in parts, and how many parts are on disk. */
  upload: { uploadId: string; parts: number; bytes: number; lastPartAt: string } | null;
  audio: z.infer<typeof audioFileSchema> | null;
  format: z.infer<typeof audioFormatSchema> | null;
  engine: z.infer<typeof engineSchema> | null;
  quality: z.infer<typeof qualitySchema> | null;
  textSha256: string | null;
  textBytes: number;
  attempts: number;
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
};

/** A word, sentence or span of a transcript with its times, and why it may be wrong. */
export const segmentSchema = z.object({
  id: z.string(),
  startMs: z.number().int().nullable(),
  endMs: z.number().int().nullable(),
  text: z.string(),
  confidence: z.number().nullable(),
  speaker: z.string().nullable(),
  flags: z.array(z.enum(["low_confidence", "over_silence", "repeated", "outside_audio"])),
});
export type Segment = z.infer<typeof segmentSchema>;

/** One event that a client sent. */
export const audioEventSchema = z.object({
  id: z.string(),
  sequence: z.number().int(),
  kind: z.enum(["transcript", "status", "error"]),
  type: z.string(),
  itemId: z.string().optional(),
  text: z.string().optional(),
  delta: z.string().optional(),
  startMs: z.number().int().optional(),
  endMs: z.number().int().optional(),
  speaker: z.string().optional(),
  confidence: z.number().optional(),
  final: z.boolean().optional(),
  clientEventId: z.string().optional(),
});
export type AudioEvent = z.infer<typeof audioEventSchema>;
