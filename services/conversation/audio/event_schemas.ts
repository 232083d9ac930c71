import { z } from "zod";
import { audioEventSchema } from "../../../store/audio/document.ts";
import { timeSchema } from "../../ground/kernel/schemas.ts";
import { AUDIO_LIMITS } from "./decode/limits.ts";

const millisecondsSchema = z.number().int().min(0).max(AUDIO_LIMITS.durationMs * 6);

const eventInputSchema = z.object({
  kind: z.enum(["transcript", "status", "error"]),
  type: z.string().regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    "1 to 64 letters, digits, dots, hyphens and underscores",
  )
    .describe("as OpenAI's Realtime API names it, such as conversation.item.input_audio_transcription.delta"),
  itemId: z.string().min(1).max(128).optional(),
  text: z.string().optional(),
  delta: z.string().optional(),
  startMs: millisecondsSchema.optional(),
  endMs: millisecondsSchema.optional(),
  speaker: z.string().max(128).optional(),
  confidence: z.number().min(0).max(1).optional(),
  final: z.boolean().optional(),
  clientEventId: z.string().min(1).max(128).optional().describe(
    "an event with the same id is stored only once",
  ),
}).refine(
  (event) => new TextEncoder().encode(JSON.stringify(event)).length <= AUDIO_LIMITS.eventBytes,
  "an event has at most 8 KiB",
).refine(
  ({ startMs = 0, endMs = startMs }) => endMs >= startMs,
  "an event that ends before it starts",
);
export type AudioEventInput = z.output<typeof eventInputSchema>;

/** One event, or several under `events`. */
export const appendAudioEventsInputSchema = z.union([
  z.object({
    events: z.array(eventInputSchema).min(1).max(AUDIO_LIMITS.eventsPerCall).describe("several at once"),
  }),
  eventInputSchema,
]).meta({ id: "appendAudioEventsInputSchema" });
export type AppendAudioEventsInput = z.output<typeof appendAudioEventsInputSchema>;

/** An event in a response. */
export const audioEventRecordSchema = audioEventSchema.extend({ at: timeSchema });
