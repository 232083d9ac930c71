import { idOf, splitStream } from "../event.ts";
import { defineView, on } from "../view.ts";
import { audioSessionStream } from "./session_stream.ts";
import { audioTextStream } from "./text_stream.ts";
import type { JsonText } from "../json_text.ts";
import type { AudioEvent } from "./document.ts";

/** One event that a client sent, as the view keeps it. */
export type AudioEventRow = { sequence: number; body: JsonText<AudioEvent>; at: string };

/** The words of one transcription, as the view keeps them. */
export type AudioTranscriptRow = { transcription_id: string; text: string; segments: string };

/** What was said in sessions, and an index of its words and of the sessions' titles. */
export const audioTextView = defineView({
  name: "audio_text",
  version: 1,
  tables: {
    audio_events: {
      erasedBy: { streams: { audio_text: "session_id", audio_session: "session_id" } },
      columns:
        "session_id text not null, sequence integer not null, client_event_id text, body text not null, " +
        "at text not null, primary key (session_id, sequence)",
      indexes: ["session_id, client_event_id"],
    },
    audio_transcripts: {
      erasedBy: { streams: { audio_text: "session_id", audio_session: "session_id" } },
      columns:
        "transcription_id text primary key, session_id text not null, text text not null, segments text not null",
      indexes: ["session_id, transcription_id"],
    },
    audio_engine_output: {
      erasedBy: { streams: { audio_text: "session_id", audio_session: "session_id" } },
      columns: "transcription_id text primary key, session_id text not null, output text not null",
    },
    audio_search: {
      virtual: "fts5",
      columns: "session_id unindexed, part unindexed, words",
      erasedBy: "view",
    },
  },
  erase: {
    run: () => {},
    stream: (tables, stream) => {
      const { kind, id } = splitStream(stream);
      const part = kind === "audio_text" ? "said" : "title";
      tables.run("delete from {audio_search} where session_id = ? and part = ?", id, part);
    },
  },
  folds: [
    on(audioSessionStream, {
      "audio.session_created": (tables, event) => {
        tables.run(
          "insert into {audio_search} (rowid, session_id, part, words) values (?, ?, 'title', ?)",
          event.seq,
          idOf(event),
          event.data.title,
        );
      },
    }),
    on(audioTextStream, {
      "audio_text.events_appended": (tables, event) => {
        const id = idOf(event);
        for (const one of event.data.events) {
          tables.run(
            "insert or replace into {audio_events} (session_id, sequence, client_event_id, body, at) values (?, ?, ?, ?, ?)",
            id,
            one.sequence,
            one.clientEventId ?? null,
            JSON.stringify(one),
            event.at,
          );
        }
        const words = event.data.events.map(({ text, delta }) => text ?? delta ?? "").join("");
        if (words.trim() === "") return;
        tables.run(
          "insert into {audio_search} (rowid, session_id, part, words) values (?, ?, 'said', ?)",
          event.seq,
          id,
          words,
        );
      },
      "audio_text.transcript_stored": (tables, event) => {
        const { transcriptionId, text, segments } = event.data;
        const id = idOf(event);
        tables.run(
          "insert or replace into {audio_transcripts} (transcription_id, session_id, text, segments) values (?, ?, ?, ?)",
          transcriptionId,
          id,
          text,
          JSON.stringify(segments),
        );
        tables.run(
          "insert into {audio_search} (rowid, session_id, part, words) values (?, ?, 'said', ?)",
          event.seq,
          id,
          text,
        );
      },
      "audio_text.engine_said": (tables, event) => {
        tables.run(
          "insert or replace into {audio_engine_output} (transcription_id, session_id, output) values (?, ?, ?)",
          event.data.transcriptionId,
          idOf(event),
          event.data.output,
        );
      },
    }),
  ],
});
