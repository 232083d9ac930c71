import { z } from "zod";
import { appendAudioEventsInputSchema } from "../../services/conversation/audio/event_schemas.ts";
import { AUDIO_LIMITS } from "../../services/conversation/audio/decode/limits.ts";
import { audioTranscriptionResultSchema } from "../../services/conversation/audio/result_schemas.ts";
import {
  audioSessionDetailsSchema,
  audioSessionListQuerySchema,
  audioSessionQuerySchema,
  audioSessionSchema,
  createAudioSessionInputSchema,
  endAudioSessionInputSchema,
} from "../../services/conversation/audio/session_schemas.ts";
import { createTranscriptionInputSchema } from "../../services/conversation/audio/transcription_schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Audio sessions. Speech is content: no operation acts on it. */
export const audio = contract({
  "GET /audio-sessions": {
    summary: "List audio sessions, newest first",
    query: audioSessionListQuerySchema,
    output: z.array(audioSessionSchema),
    cli: "audio list",
  },
  "POST /audio-sessions": {
    summary: "Start a session for recordings or live audio",
    body: createAudioSessionInputSchema,
    output: audioSessionDetailsSchema,
    creates: { about: null },
    cli: "audio create",
  },
  "GET /audio-sessions/:id": {
    summary: "Show a session with its transcript, events and transcriptions",
    query: audioSessionQuerySchema,
    output: audioSessionDetailsSchema,
    cli: "audio get",
  },
  "POST /audio-sessions/:id/events": {
    summary: "Append live audio events",
    body: appendAudioEventsInputSchema,
    output: audioSessionDetailsSchema,
    cli: "audio events",
  },
  "POST /audio-sessions/:id/transcriptions": {
    summary: "Store a recording and transcribe it on this machine, or import a transcript",
    body: createTranscriptionInputSchema,
    bodyLimit: AUDIO_LIMITS.bodyBytes,
    output: audioTranscriptionResultSchema,
    creates: { about: null },
    cli: "audio transcribe",
  },
  "POST /audio-sessions/:id/end": {
    summary: "End a session, and optionally erase its recordings or everything that was said",
    body: endAudioSessionInputSchema,
    output: audioSessionDetailsSchema,
    cli: "audio end",
  },
});
