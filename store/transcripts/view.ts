import { defineView, on } from "../view.ts";
import { taskSessionStream } from "../task_sessions/stream.ts";

/** A row of `transcripts`: the record of one session of a worker on a task. */
export type TranscriptRow = {
  task_session_id: string;
  number: number;
  run_id: string;
  attempt: number;
  material_id: string;
  interrupted: number;
  started_at: string;
  kept_at: string;
};

/** The transcripts of each task session. Their content is material. */
export const transcriptsView = defineView({
  name: "transcripts",
  version: 1,
  tables: {
    transcripts: {
      erasedBy: { run: "run_id" },
      columns:
        `task_session_id text not null, number integer not null, run_id text not null, attempt integer not null,
        material_id text not null, interrupted integer not null, started_at text not null, kept_at text not null,
        primary key (task_session_id, number)`,
      indexes: ["run_id"],
    },
  },
  folds: [
    on(taskSessionStream, {
      "task_session.transcript_kept": (tables, { data, at, runId = "", taskSessionId }) => {
        if (!taskSessionId) return;
        tables.run(
          "insert or replace into {transcripts} values (?, ?, ?, ?, ?, ?, ?, ?)",
          taskSessionId,
          data.number,
          runId,
          data.attempt,
          data.materialId,
          data.interrupted ? 1 : 0,
          data.startedAt,
          at,
        );
      },
    }),
  ],
});
