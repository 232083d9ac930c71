import type { AudioSessionDocument } from "../../../store/audio/document.ts";
import { transcriptionStream } from "../../../store/audio/transcription_stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { AUDIO_LIMITS } from "./decode/limits.ts";
import { isRecording, requireOpenSession, transcriptionsOf } from "./read_model.ts";

/** Returns the session if it may take `bytes` more of a recording. Throws `InvalidError` that says what is missing. */
export function requireAudioAllowed(ctx: Ctx, sessionId: string, bytes: number): AudioSessionDocument {
  const session = requireOpenSession(ctx, sessionId);
  if (session.consent?.obtained !== true) {
    throw new InvalidError(
      "This session has no consent, so it cannot store recordings of people. Create a session with consent: { obtained: true }. A text transcript needs no consent.",
    );
  }
  if (ctx.now().getTime() >= Date.parse(session.eraseAt)) {
    throw new InvalidError(
      `The retention of this session ended at ${session.eraseAt}, so it would not keep the recording. Create another session.`,
    );
  }
  if (bytes > AUDIO_LIMITS.callBytes) {
    throw new InvalidError(
      `The recording has ${bytes} bytes. The limit for one call is ${AUDIO_LIMITS.callBytes}. Send it in parts with uploadId and index.`,
    );
  }
  const stored = transcriptionsOf(ctx, sessionId).filter(({ retryOf }) => retryOf === null)
    .reduce((sum, { audio, upload }) => sum + (audio?.bytes ?? upload?.bytes ?? 0), 0);
  if (stored + bytes > AUDIO_LIMITS.sessionBytes) {
    throw new InvalidError(
      `A session holds at most ${AUDIO_LIMITS.sessionBytes} bytes of recordings, and this would exceed it. Create another session.`,
    );
  }
  return session;
}

/** Throws `InvalidError` if the session has the most transcriptions. */
export function requireRoom(ctx: Ctx, sessionId: string): void {
  if (transcriptionsOf(ctx, sessionId).length < AUDIO_LIMITS.transcriptions) return;
  throw new InvalidError(
    `The session ${sessionId} has ${AUDIO_LIMITS.transcriptions} transcriptions, which is the limit. Create another session.`,
  );
}

/** Throws `InvalidError` if the most sessions are already recording. */
export function requireFreeRecorder(ctx: Ctx): void {
  const recording = ctx.store.documents.all(transcriptionStream, { phase: "receiving" }).filter((each) =>
    isRecording(ctx, each)
  );
  if (new Set(recording.map(({ sessionId }) => sessionId)).size < AUDIO_LIMITS.recording) return;
  throw new InvalidError(
    `${AUDIO_LIMITS.recording} sessions are recording already, which is the limit. Finish one of them first.`,
  );
}
