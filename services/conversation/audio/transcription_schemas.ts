import { z } from "zod";
import { AUDIO_LIMITS } from "./decode/limits.ts";
import { languageSchema } from "./session_schemas.ts";

const base64Schema = z.base64();

const wholeAudioSchema = z.object({
  name: z.string().min(1).max(255),
  mediaType: z.string().max(255).describe("the type that the client assumes; the content decides"),
  contentBase64: base64Schema.min(1),
});

const partAudioSchema = z.object({
  name: z.string().min(1).max(255),
  mediaType: z.string().max(255),
  contentBase64: base64Schema.describe("may be empty only with last, if there is no more audio"),
  uploadId: z.string().regex(/^[\w-]{1,64}$/, "1 to 64 letters, digits, hyphens and underscores"),
  index: z.number().int().min(0).max(AUDIO_LIMITS.parts - 1),
  last: z.boolean().optional(),
});
export type AudioPart = z.output<typeof partAudioSchema>;

/** A recording, whole or in parts, the retry of an earlier transcription, or a transcript that others made. */
export const createTranscriptionInputSchema = z.object({
  mode: z.enum(["local", "import"]).optional().describe("import with a transcript, local with all others"),
  audio: z.union([partAudioSchema, wholeAudioSchema]).optional(),
  attachmentId: z.string().max(64).optional().describe(
    "a recording attached to the session's conversation",
  ),
  artifactPath: z.string().min(1).max(1000).optional().describe(
    "a recording among the artifacts of the session's run",
  ),
  transcript: z.string().optional().describe("for mode import"),
  format: z.enum(["text", "srt", "vtt", "json"]).optional().describe(
    "of the transcript; text if absent",
  ),
  language: languageSchema.optional(),
  retryOf: z.string().max(64).optional().describe("the transcription whose recording to use again"),
}).meta({ id: "createTranscriptionInputSchema" });
export type CreateTranscriptionInput = z.output<typeof createTranscriptionInputSchema>;
