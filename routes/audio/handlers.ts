import { appendAudioEvents } from "../../services/conversation/audio/append_events.ts";
import { createAudioSession } from "../../services/conversation/audio/create.ts";
import { endAudioSession } from "../../services/conversation/audio/end.ts";
import { getAudioSession } from "../../services/conversation/audio/get.ts";
import { listAudioSessions } from "../../services/conversation/audio/list.ts";
import { prepareTranscription } from "../../services/conversation/audio/transcribe.ts";
import { made } from "../../services/ground/kernel/made.ts";
import { domain } from "../domain.ts";
import { audio } from "./contract.ts";

export const audioDomain = domain(audio, {
  "GET /audio-sessions": (ctx, { query }) => listAudioSessions(ctx, query),
  "POST /audio-sessions": (ctx, { body }) => made(createAudioSession(ctx, body)),
  "GET /audio-sessions/:id": (ctx, { params, query }) => getAudioSession(ctx, params.id, query),
  "POST /audio-sessions/:id/events": (ctx, { params, body }) => appendAudioEvents(ctx, params.id, body),
  "POST /audio-sessions/:id/transcriptions": {
    prepare: (ctx, { params, body }) => prepareTranscription(ctx, params.id, body),
  },
  "POST /audio-sessions/:id/end": (ctx, { params, body }) => endAudioSession(ctx, params.id, body),
});
