import { audioTextStream } from "../../../store/audio/text_stream.ts";
import { transcriptionStream } from "../../../store/audio/transcription_stream.ts";
import { sha256 } from "../../../store/chain.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { type Made, made } from "../../ground/kernel/made.ts";
import { AUDIO_LIMITS } from "./decode/limits.ts";
import { requireOpenSession, showTranscription } from "./read_model.ts";
import { requireRoom } from "./require_audio.ts";
import type { AudioTranscriptionResult } from "./result_schemas.ts";
import { markDoubt } from "./transcript/doubt.ts";
import { parseTranscript } from "./transcript/parse_transcript.ts";
import { qualityOf } from "./transcript/quality.ts";
import { textOf } from "./transcript_of.ts";
import type { CreateTranscriptionInput } from "./transcription_schemas.ts";

/** Imports a transcript that others made. Its words are content: nothing acts on them. */
export async function importTranscript(
  ctx: Ctx,
  sessionId: string,
  input: CreateTranscriptionInput,
  transcript: string,
): Promise<() => Made<AudioTranscriptionResult>> {
  const bytes = new TextEncoder().encode(transcript);
  if (bytes.length > AUDIO_LIMITS.textBytes) {
    throw new InvalidError(
      `The transcript has ${bytes.length} bytes. The limit is ${AUDIO_LIMITS.textBytes}.`,
    );
  }
  const segments = markDoubt(await parseTranscript(bytes, input.format ?? "text"), null);
  if (segments.length === 0) {
    throw new InvalidError("The transcript is empty. Nothing was stored.");
  }
  const text = textOf(segments);
  const quality = qualityOf(segments, null);
  return () => {
    const { language } = requireOpenSession(ctx, sessionId);
    requireRoom(ctx, sessionId);
    const id = ctx.newId("transcription");
    ctx.write(() => {
      // First, so that erasing what was said also removes the recorded response to this request.
      record(ctx, audioTextStream, sessionId, [
        { type: "audio_text.transcript_stored", data: { transcriptionId: id, text, segments } },
      ]);
      record(ctx, transcriptionStream, id, [
        {
          type: "audio.transcription_requested",
          data: {
            sessionId,
            mode: "import",
            language: input.language ?? language,
            retryOf: null,
            name: null,
            audio: null,
            uploadId: null,
          },
        },
        {
          type: "audio.transcription_completed",
          data: {
            textSha256: sha256(text),
            textBytes: new TextEncoder().encode(text).length,
            segments: segments.length,
            quality,
          },
        },
      ], { expectedVersion: 0 });
    });
    return made(showTranscription(ctx, ctx.store.documents.get(transcriptionStream, id)!));
  };
}
