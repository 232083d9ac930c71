import type { TranscriptionDocument } from "../../../store/audio/document.ts";
import { audioSessionStream } from "../../../store/audio/session_stream.ts";
import { audioTextStream } from "../../../store/audio/text_stream.ts";
import { transcriptionStream } from "../../../store/audio/transcription_stream.ts";
import type { EventOf } from "../../../store/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import type { ServiceError } from "../../ground/kernel/errors.ts";
import { erasePiece } from "../../ground/material/erase.ts";
import { isKept, isWaiting, transcriptionsOf } from "./read_model.ts";
import { NO_ENGINE } from "./transcribe.ts";
import type { markDoubt } from "./transcript/doubt.ts";

/** Why a transcription failed. The recording is kept. */
export class Failed extends Error {
  constructor(message: string, readonly options: { unavailable?: boolean; output?: string } = {}) {
    super(message);
  }
}

/** The text of a recording, and what is recorded of it. */
export type Transcribed = {
  text: string;
  segments: ReturnType<typeof markDoubt>;
  facts: Extract<
    EventOf<(typeof transcriptionStream)["events"]>,
    { type: "audio.transcription_completed" }
  >["data"];
};

/** Records why there is no text. The recording is kept. */
export async function recordFailure(ctx: Ctx, id: string, cause: Failed | ServiceError): Promise<void> {
  const { unavailable = false, output } = cause instanceof Failed ? cause.options : {};
  const error = `${cause.message} The recording is kept. Try again with "retryOf": "${id}".`;
  await ctx.store.commit(() => {
    if (!isWaiting(ctx.store.documents.get(transcriptionStream, id)!)) return;
    if (output) {
      const data = { transcriptionId: id, output };
      record(ctx, audioTextStream, sessionOf(ctx, id), [{ type: "audio_text.engine_said", data }]);
    }
    const data = { unavailable, error: unavailable && cause.message === NO_ENGINE ? NO_ENGINE : error };
    record(ctx, transcriptionStream, id, [{ type: "audio.transcription_failed", data }]);
  });
}

/** Records the text, and erases the recording where its session keeps none. */
export async function recordTranscript(
  ctx: Ctx,
  id: string,
  { text, segments, facts }: Transcribed,
  signal: AbortSignal,
): Promise<void> {
  const sessionId = sessionOf(ctx, id);
  await ctx.store.commit(() => {
    if (signal.aborted || !isWaiting(ctx.store.documents.get(transcriptionStream, id)!)) return;
    const stored = { transcriptionId: id, text, segments };
    record(ctx, audioTextStream, sessionId, [{ type: "audio_text.transcript_stored", data: stored }]);
    record(ctx, transcriptionStream, id, [{ type: "audio.transcription_completed", data: facts }]);
  });
  await eraseWhereAsked(ctx, sessionId, id);
}

/** A session without retention keeps no recording that was transcribed; those that failed can be tried again. */
async function eraseWhereAsked(ctx: Ctx, sessionId: string, id: string): Promise<void> {
  const session = ctx.store.documents.get(audioSessionStream, sessionId)!;
  const { audio } = ctx.store.documents.get(transcriptionStream, id)!;
  if (session.retentionDays > 0 || audio === null) return;
  const isNeeded = (each: TranscriptionDocument) =>
    isWaiting(each) && each.audio?.materialId === audio.materialId;
  if (transcriptionsOf(ctx, sessionId).some(isNeeded)) return;
  await erasePiece(ctx, audio.materialId);
  if (transcriptionsOf(ctx, sessionId).some((each) => each.phase === "receiving" || isKept(ctx, each))) {
    return;
  }
  const data = { scope: "audio" as const, reason: "transcribed" as const };
  await ctx.store.commit(() => record(ctx, audioSessionStream, sessionId, [{ type: "audio.erased", data }]));
}

const sessionOf = (ctx: Ctx, id: string): string =>
  ctx.store.documents.get(transcriptionStream, id)!.sessionId;
