import { idOf } from "../event.ts";
import { defineView, on } from "../view.ts";
import { transcriptionStream } from "./transcription_stream.ts";

/** One part of a recording that is on disk. */
export type AudioPartRow = { transcription_id: string; part: number; material_id: string; sha256: string };

/** The parts of recordings that were uploaded in parts. */
export const audioPartsView = defineView({
  name: "audio_parts",
  version: 1,
  tables: {
    audio_parts: {
      erasedBy: { streams: { audio_transcription: "transcription_id" } },
      columns: "transcription_id text not null, part integer not null, material_id text not null, " +
        "sha256 text not null, primary key (transcription_id, part)",
    },
    audio_uploads: {
      erasedBy: { streams: { audio_transcription: "transcription_id" } },
      columns: "session_id text not null, upload_id text not null, transcription_id text not null, " +
        "primary key (session_id, upload_id)",
    },
  },
  folds: [
    on(transcriptionStream, {
      "audio.transcription_requested": (tables, event) => {
        const { sessionId, uploadId } = event.data;
        if (uploadId === null) return;
        tables.run(
          "insert or replace into {audio_uploads} (session_id, upload_id, transcription_id) values (?, ?, ?)",
          sessionId,
          uploadId,
          idOf(event),
        );
      },
      "audio.part_kept": (tables, event) => {
        tables.run(
          "insert or replace into {audio_parts} (transcription_id, part, material_id, sha256) values (?, ?, ?, ?)",
          idOf(event),
          event.data.index,
          event.data.materialId,
          event.data.sha256,
        );
      },
    }),
  ],
});
