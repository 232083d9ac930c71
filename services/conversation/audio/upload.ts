import type { AudioSessionDocument, TranscriptionDocument } from "../../../store/audio/document.ts";
import type { AudioPartRow } from "../../../store/audio/parts_view.ts";
import { transcriptionStream } from "../../../store/audio/transcription_stream.ts";
import { sha256 } from "../../../store/chain.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { keepMaterial } from "../../ground/material/keep.ts";
import type { AudioLive } from "./live.ts";
import { requireOpenSession, showTranscription } from "./read_model.ts";
import { requireAudioAllowed, requireFreeRecorder, requireRoom } from "./require_audio.ts";
import type { AudioTranscriptionResult } from "./result_schemas.ts";
import type { AudioPart, CreateTranscriptionInput } from "./transcription_schemas.ts";

/** Another request has stored the same part meanwhile. */
class StoredError extends Error {}

/**
 * Stores one part of a recording: in order, on disk before the response, and the same part only once. The first part
 * creates the transcription, the last part queues it.
 */
export async function keepPart(
  ctx: Ctx<AudioLive>,
  session: AudioSessionDocument,
  input: CreateTranscriptionInput,
  part: AudioPart,
  bytes: Uint8Array,
): Promise<() => Made<AudioTranscriptionResult>> {
  const hash = sha256(bytes);
  const before = uploadOf(ctx, session.id, part.uploadId);
  if (before === null) requireNewUpload(ctx, session.id);
  const id = before?.id ?? ctx.newId("transcription");
  let isFirst = false;
  // In the unit of the bytes, so that none stay that nothing names.
  const named = (materialId: string) => {
    const now = uploadOf(ctx, session.id, part.uploadId);
    if (!isNews(ctx, now, part, hash, bytes.length)) throw new StoredError();
    requireAudioAllowed(ctx, session.id, bytes.length);
    if (now === null) {
      requireNewUpload(ctx, session.id);
      request(ctx, session, input, part, id);
      isFirst = true;
    }
    const data = { index: part.index, materialId, sha256: hash, bytes: bytes.length };
    record(ctx, transcriptionStream, id, [{ type: "audio.part_kept", data }]);
  };
  if (isNews(ctx, before, part, hash, bytes.length) && bytes.length > 0) {
    const owner = { kind: "stream" as const, id: `audio_transcription/${id}` };
    await keepMaterial(ctx, { content: bytes, owner, until: session.eraseAt, named }).catch((cause) => {
      if (!(cause instanceof StoredError)) throw cause;
    });
  }
  return () => {
    const now = uploadOf(ctx, session.id, part.uploadId)!;
    if (part.last && now.phase === "receiving") {
      requireOpenSession(ctx, session.id);
      isNews(ctx, now, part, hash, bytes.length);
      record(ctx, transcriptionStream, now.id, [{ type: "audio.upload_completed", data: {} }]);
      ctx.onceSettled(() => ctx.audio.kick());
    }
    const shown = showTranscription(ctx, uploadOf(ctx, session.id, part.uploadId)!);
    return isFirst ? made(shown) : existing(shown);
  };
}

function requireNewUpload(ctx: Ctx, sessionId: string): void {
  requireRoom(ctx, sessionId);
  requireFreeRecorder(ctx);
}

function request(
  ctx: Ctx,
  { id: sessionId, language }: AudioSessionDocument,
  input: CreateTranscriptionInput,
  { name, uploadId }: AudioPart,
  id: string,
): void {
  record(ctx, transcriptionStream, id, [{
    type: "audio.transcription_requested",
    data: {
      sessionId,
      mode: "local",
      language: input.language ?? language,
      retryOf: null,
      name,
      audio: null,
      uploadId,
    },
  }], { expectedVersion: 0 });
}

/** Returns the transcription of an upload; null before its first part. */
function uploadOf(ctx: Ctx, sessionId: string, uploadId: string): TranscriptionDocument | null {
  const row = ctx.store.projector.tables.get<{ id: string }>(
    "select transcription_id as id from {audio_uploads} where session_id = ? and upload_id = ?",
    sessionId,
    uploadId,
  );
  return row ? ctx.store.documents.get(transcriptionStream, row.id) : null;
}

/** Returns whether a part must be stored; false if it already is. Throws `InvalidError` if another part is expected. */
function isNews(
  ctx: Ctx,
  upload: TranscriptionDocument | null,
  { uploadId, index, last }: AudioPart,
  hash: string,
  bytes: number,
): boolean {
  const parts = upload?.upload?.parts ?? 0;
  const empty = bytes === 0;
  if (empty && (!last || parts === 0)) {
    throw new InvalidError("The part is empty. Only the last part may be empty.");
  }
  if (index < parts) {
    const row = ctx.store.projector.tables.get<AudioPartRow>(
      "select * from {audio_parts} where transcription_id = ? and part = ?",
      upload!.id,
      index,
    );
    if (row?.sha256 === hash) return false;
    throw new InvalidError(
      `Part ${index} of the upload ${uploadId} is stored with different content. Start another upload, or continue with part ${parts}.`,
    );
  }
  if (upload && upload.phase !== "receiving") {
    if (empty && index === parts) return false;
    throw new InvalidError(`The upload ${uploadId} is complete with ${parts} parts. Start another one.`);
  }
  if (index === parts) return true;
  throw new InvalidError(
    `Part ${index} of the upload ${uploadId} arrived before part ${parts}. Send them in order.`,
  );
}

/** Returns the parts of an upload in order. */
export const partsOf = (ctx: Pick<Ctx, "store">, id: string): AudioPartRow[] =>
  ctx.store.projector.tables.all<AudioPartRow>(
    "select * from {audio_parts} where transcription_id = ? order by part",
    id,
  );
