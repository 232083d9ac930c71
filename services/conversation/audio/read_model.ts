import type { Segment, TranscriptionDocument } from "../../../store/audio/document.ts";
import { type AudioSessionDocument } from "../../../store/audio/document.ts";
import { audioSessionStream } from "../../../store/audio/session_stream.ts";
import { audioTextStream } from "../../../store/audio/text_stream.ts";
import type { AudioTranscriptRow } from "../../../store/audio/text_view.ts";
import { transcriptionStream } from "../../../store/audio/transcription_stream.ts";
import { materialStream } from "../../../store/material/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import { spanEvidence } from "./evidence.ts";
import { AUDIO_LIMITS } from "./decode/limits.ts";
import type { AudioTranscriptionResult } from "./result_schemas.ts";
import type { AudioSession } from "./session_schemas.ts";

type Reader = Pick<Core, "store" | "now">;

/** Returns the session's document. Throws `NotFoundError`. */
export function requireAudioSession(ctx: Reader, id: string): AudioSessionDocument {
  const session = ctx.store.documents.get(audioSessionStream, id);
  if (!session) throw new NotFoundError("audio session", id);
  return session;
}

/** Returns the session for adding to it. Throws `InvalidError` if it has ended. */
export function requireOpenSession(ctx: Reader, id: string): AudioSessionDocument {
  const session = requireAudioSession(ctx, id);
  if (session.status === "created") return session;
  throw new InvalidError(`The audio session ${id} has ended. Create another one for more audio.`);
}

/** Returns the transcriptions of a session, first one first. */
export const transcriptionsOf = (ctx: Reader, sessionId: string): TranscriptionDocument[] =>
  ctx.store.documents.find(transcriptionStream, { sessionId }, { limit: AUDIO_LIMITS.transcriptions });

/** Returns whether a transcription has yet to end. */
export const isWaiting = ({ phase }: TranscriptionDocument): boolean =>
  phase === "queued" || phase === "running";

/** Returns whether a recording still exists. */
export const isKept = (ctx: Reader, { audio }: TranscriptionDocument): boolean =>
  audio !== null && ctx.store.documents.has(materialStream, audio.materialId);

/** Returns the words of a transcription; null if there are none, or if they were erased. */
export function wordsOf(ctx: Reader, id: string): { text: string; segments: Segment[] } | null {
  const row = ctx.store.projector.tables.get<AudioTranscriptRow>(
    "select * from {audio_transcripts} where transcription_id = ?",
    id,
  );
  return row ? { text: row.text, segments: JSON.parse(row.segments) } : null;
}

/** Returns a session without its words. */
export function showSession(
  ctx: Reader,
  session: AudioSessionDocument,
  all: readonly TranscriptionDocument[],
): Omit<AudioSession, "excerpt"> {
  const { eraseAt, retentionDays, erased: _, erasedAt: __, ...rest } = session;
  const recordings = all.filter(({ audio, upload, retryOf }) =>
    retryOf === null && (audio ?? upload) !== null
  );
  const items = recordings.map((each) => {
    const receiving = each.audio === null;
    return {
      id: each.id,
      name: each.name,
      state: receiving ? "receiving" as const : isKept(ctx, each) ? "present" as const : "erased" as const,
      sha256: each.audio?.sha256 ?? null,
      bytes: each.audio?.bytes ?? each.upload?.bytes ?? 0,
      mediaType: each.format?.mediaType ?? null,
      durationMs: each.format?.durationMs ?? null,
    };
  });
  const sum = (of: (one: TranscriptionDocument) => number | null | undefined) =>
    recordings.reduce((total, each) => total + (of(each) ?? 0), 0);
  const state = items.length === 0
    ? "none" as const
    : items.some(({ state }) => state !== "erased")
    ? "present" as const
    : "erased" as const;
  return {
    ...rest,
    activity: activityOf(ctx, all),
    durationMs: sum(({ format }) => format?.durationMs),
    speechMs: sum(({ quality }) => quality?.speechMs),
    retention: { days: retentionDays, eraseAt },
    audio: { state, items },
    counts: {
      events: ctx.store.documents.get(audioTextStream, session.id)?.events ?? 0,
      transcriptions: all.length,
      recordings: items.length,
    },
  };
}

function activityOf(ctx: Reader, all: readonly TranscriptionDocument[]): AudioSession["activity"] {
  if (all.some((each) => isRecording(ctx, each))) return "recording";
  return all.some(isWaiting) ? "transcribing" : "idle";
}

/** Returns whether a recording is still arriving. */
export const isRecording = ({ now }: Pick<Core, "now">, { phase, upload }: TranscriptionDocument): boolean =>
  phase === "receiving" && upload !== null &&
  now().getTime() - Date.parse(upload.lastPartAt) < AUDIO_LIMITS.recordingMs;

/** Returns a transcription with its words. */
export function showTranscription(ctx: Reader, each: TranscriptionDocument): AudioTranscriptionResult {
  const words = wordsOf(ctx, each.id);
  const said = ctx.store.projector.tables.get<{ output: string }>(
    "select output from {audio_engine_output} where transcription_id = ?",
    each.id,
  );
  const { upload, audio, format, phase } = each;
  return {
    id: each.id,
    sessionId: each.sessionId,
    status: phase === "receiving" ? "queued" : phase,
    mode: each.mode,
    language: each.language,
    name: each.name,
    upload: upload && {
      uploadId: upload.uploadId,
      parts: upload.parts,
      bytes: upload.bytes,
      complete: phase !== "receiving",
    },
    audio: audio && { ...format, sha256: audio.sha256, bytes: audio.bytes, erased: !isKept(ctx, each) },
    engine: each.engine,
    trust: "untrusted",
    text: words?.text ?? "",
    segments: shownSegments(each, words?.segments ?? []),
    quality: each.quality,
    textSha256: each.textSha256,
    retryOf: each.retryOf,
    attempts: each.attempts,
    error: each.error,
    engineOutput: said?.output ?? null,
    createdAt: each.createdAt,
    startedAt: each.startedAt,
    finishedAt: each.finishedAt,
  };
}

/** Returns the segments of a transcription for a response. */
export const shownSegments = (
  { id, sessionId, audio }: Pick<TranscriptionDocument, "id" | "sessionId" | "audio">,
  segments: readonly Segment[],
) =>
  segments.map((segment) => ({
    ...segment,
    transcriptionId: id,
    evidence: spanEvidence(sessionId, audio?.sha256 ?? null, segment),
  }));
