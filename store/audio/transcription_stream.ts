import { idOf } from "../event.ts";
import { defineStream, type EventOf } from "../stream.ts";
import type { TranscriptionDocument } from "./document.ts";
import { transcriptionEvents } from "./events.ts";

type TranscriptionEvent = EventOf<typeof transcriptionEvents>;
type Requested = Extract<TranscriptionEvent, { type: "audio.transcription_requested" }>;

/** A transcription: its recording, what made it, and how it ended. */
export const transcriptionStream = defineStream<TranscriptionDocument>()({
  kind: "audio_transcription",
  version: 1,
  events: transcriptionEvents,
  indexes: [["sessionId"], ["phase"]],
  evolve: (transcription, event) =>
    event.type === "audio.transcription_requested"
      ? requested(event)
      : transcription && { ...transcription, ...change(transcription, event) },
});

const requested = ({ stream, data: { uploadId, ...data }, at }: Requested): TranscriptionDocument => ({
  id: idOf({ stream }),
  ...data,
  phase: uploadId === null ? "queued" : "receiving",
  upload: uploadId === null ? null : { uploadId, parts: 0, bytes: 0, lastPartAt: at },
  format: null,
  engine: null,
  quality: null,
  textSha256: null,
  textBytes: 0,
  attempts: 0,
  error: null,
  createdAt: at,
  startedAt: null,
  finishedAt: null,
});

function change(
  { upload, startedAt }: TranscriptionDocument,
  event: Exclude<TranscriptionEvent, Requested>,
): Partial<TranscriptionDocument> {
  const { at } = event;
  switch (event.type) {
    case "audio.part_kept":
      return upload
        ? {
          upload: {
            ...upload,
            parts: upload.parts + 1,
            bytes: upload.bytes + event.data.bytes,
            lastPartAt: at,
          },
        }
        : {};
    case "audio.upload_completed":
      return { phase: "queued" };
    case "audio.assembled":
      return { audio: event.data };
    case "audio.decoded":
      return { format: event.data };
    case "audio.transcription_started":
      return {
        phase: "running",
        attempts: event.data.attempt,
        engine: event.data.engine,
        startedAt: startedAt ?? at,
      };
    case "audio.transcription_completed": {
      const { textSha256, textBytes, quality } = event.data;
      return { phase: "completed", textSha256, textBytes, quality, error: null, finishedAt: at };
    }
    case "audio.transcription_failed":
      return {
        phase: event.data.unavailable ? "unavailable" : "failed",
        error: event.data.error,
        finishedAt: at,
      };
  }
}
