import { z } from "zod";
import {
  audioEventSchema,
  audioFileSchema,
  audioFormatSchema,
  audioSessionFactsSchema,
  engineSchema,
  erasedScopeSchema,
  qualitySchema,
  segmentSchema,
} from "./document.ts";

/** The events of a session; shapes are frozen. None contains what was said. */
export const audioSessionEvents = {
  "audio.session_created": audioSessionFactsSchema,
  "audio.session_ended": z.object({ reason: z.string().nullable() }),
  "audio.erased": z.object({ scope: erasedScopeSchema, reason: z.enum(["asked", "transcribed"]) }),
} as const;

/** The events of a transcription; shapes are frozen. None contains what was said. */
export const transcriptionEvents = {
  "audio.transcription_requested": z.object({
    sessionId: z.string(),
    mode: z.enum(["local", "import"]),
    language: z.string().nullable(),
    retryOf: z.string().nullable(),
    name: z.string().nullable(),
    /** The complete recording; null if it arrives in parts, or if there is none. */
    audio: audioFileSchema.nullable(),
    uploadId: z.string().nullable(),
  }),
  "audio.part_kept": audioFileSchema.extend({ index: z.number().int() }),
  "audio.upload_completed": z.object({}),
  "audio.assembled": audioFileSchema,
  "audio.decoded": audioFormatSchema,
  "audio.transcription_started": z.object({ attempt: z.number().int(), engine: engineSchema }),
  "audio.transcription_completed": z.object({
    textSha256: z.string(),
    textBytes: z.number().int(),
    segments: z.number().int(),
    quality: qualitySchema,
  }),
  "audio.transcription_failed": z.object({ unavailable: z.boolean(), error: z.string() }),
} as const;

/** The events that hold what was said; shapes are frozen. The deletion erases all that came before it. */
export const audioTextEvents = {
  "audio_text.events_appended": z.object({ events: z.array(audioEventSchema) }),
  "audio_text.transcript_stored": z.object({
    transcriptionId: z.string(),
    text: z.string(),
    segments: z.array(segmentSchema),
  }),
  /** The last output of an engine that failed, which may quote what it heard. */
  "audio_text.engine_said": z.object({ transcriptionId: z.string(), output: z.string() }),
  "audio_text.deleted": z.object({}),
} as const;
