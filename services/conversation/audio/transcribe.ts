import { transcriptionStream } from "../../../store/audio/transcription_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { Made } from "../../ground/kernel/made.ts";
import { made } from "../../ground/kernel/made.ts";
import { keepMaterial } from "../../ground/material/keep.ts";
import { importTranscript } from "./import.ts";
import type { AudioLive } from "./live.ts";
import { isKept, requireOpenSession, showTranscription, transcriptionsOf } from "./read_model.ts";
import type { AudioTranscriptionResult } from "./result_schemas.ts";
import { storedRecording } from "./stored_recording.ts";
import type { AudioPart, CreateTranscriptionInput } from "./transcription_schemas.ts";
import { requireAudioAllowed, requireRoom } from "./require_audio.ts";
import { keepPart } from "./upload.ts";

type Result = Made<AudioTranscriptionResult>;

/**
 * Requests a transcription. The input is on disk before any work on it, and is kept if that fails. Returns the function
 * that records the request.
 */
export async function prepareTranscription(
  ctx: Ctx<AudioLive>,
  sessionId: string,
  input: CreateTranscriptionInput,
): Promise<() => Result> {
  requireOpenSession(ctx, sessionId);
  const { audio, attachmentId, artifactPath, transcript, retryOf } = input;
  const given = [audio, attachmentId, artifactPath, transcript, retryOf].filter((each) => each !== undefined);
  if (given.length !== 1) {
    throw new InvalidError(
      'Send exactly one of "audio", "attachmentId", "artifactPath", "transcript" and "retryOf".',
    );
  }
  const mode = transcript === undefined ? "local" : "import";
  if (input.mode !== undefined && input.mode !== mode) {
    throw new InvalidError('Use mode import with "transcript", and mode local with all others.');
  }
  if (!(audio && "uploadId" in audio)) requireRoom(ctx, sessionId);
  if (transcript !== undefined) return await importTranscript(ctx, sessionId, input, transcript);
  if (retryOf !== undefined) return retry(ctx, sessionId, input, retryOf);
  const { name, bytes } = audio
    ? { name: audio.name, bytes: Uint8Array.fromBase64(audio.contentBase64) }
    : await storedRecording(ctx, sessionId, input);
  const session = requireAudioAllowed(ctx, sessionId, bytes.length);
  if (audio && "uploadId" in audio) return await keepPart(ctx, session, input, audio as AudioPart, bytes);
  const { id: materialId, sha256 } = await keepMaterial(ctx, {
    content: bytes,
    owner: { kind: "stream", id: `audio_session/${sessionId}` },
    until: session.eraseAt,
    named: () => void requireOpenSession(ctx, sessionId), // it may have been ended, and erased, meanwhile
  });
  return request(ctx, sessionId, input, name, { materialId, sha256, bytes: bytes.length });
}

/** The recording of an earlier transcription again, without sending it again. */
function retry(
  ctx: Ctx<AudioLive>,
  sessionId: string,
  input: CreateTranscriptionInput,
  id: string,
): () => Result {
  const before = transcriptionsOf(ctx, sessionId).find((each) => each.id === id);
  if (!before) throw new InvalidError(`There is no transcription "${id}" in this session to try again.`);
  if (!before.audio || !isKept(ctx, before)) {
    throw new InvalidError(
      `The recording of ${id} was erased, so it cannot be transcribed again.`,
    );
  }
  return request(ctx, sessionId, input, before.name, before.audio);
}

const request = (
  ctx: Ctx<AudioLive>,
  sessionId: string,
  { language, retryOf }: CreateTranscriptionInput,
  name: string | null,
  audio: { materialId: string; sha256: string; bytes: number },
) =>
(): Result => {
  const session = requireOpenSession(ctx, sessionId);
  requireRoom(ctx, sessionId);
  if (retryOf === undefined) requireAudioAllowed(ctx, sessionId, audio.bytes);
  const id = ctx.newId("transcription");
  ctx.write(() => {
    record(ctx, transcriptionStream, id, [{
      type: "audio.transcription_requested",
      data: {
        sessionId,
        mode: "local",
        language: language ?? session.language,
        retryOf: retryOf ?? null,
        name,
        audio,
        uploadId: null,
      },
    }], { expectedVersion: 0 });
    const { command } = ctx.config.transcription;
    if (command === null) {
      const data = { unavailable: true, error: NO_ENGINE };
      record(ctx, transcriptionStream, id, [{ type: "audio.transcription_failed", data }]);
    }
  });
  ctx.onceSettled(() => ctx.audio.kick());
  return made(showTranscription(ctx, ctx.store.documents.get(transcriptionStream, id)!));
};

/** What to do if no transcription program is configured. */
export const NO_ENGINE =
  'No transcription program is configured. The recording is kept. Set AGENT_HARNESS_TRANSCRIBE_COMMAND (docs/audio.md), restart the service, and try again with "retryOf".';
