import type { Actor } from "../event.ts";
import { defineView, on } from "../view.ts";
import type { ArtifactSubject } from "./artifact_subject.ts";
import { runStream } from "./stream.ts";

/** A row of `run_artifacts`; `sequence` is that of the event that created it. */
export type RunArtifactRow = {
  sequence: number;
  run_id: string;
  path: string;
  purpose: string;
  preview_type: string;
  label: string;
  summary: string;
  size: number;
  sha256: string;
  media_type: string;
  task_session_id: string | null;
  round: number | null;
  actor: Actor;
  /** JSON of the list. */
  task_session_ids: string | null;
  about_kind: ArtifactSubject["kind"] | null;
  about_id: string | null;
  created_at: string;
};

/** What each run produced, by path. The newest content of a path counts. */
export const runArtifactsView = defineView({
  name: "run_artifacts",
  version: 3,
  tables: {
    run_artifacts: {
      erasedBy: { run: "run_id" },
      columns: `run_id text not null, path text not null, sequence integer not null, purpose text not null,
        preview_type text not null, label text not null, summary text not null, size integer not null,
        sha256 text not null, media_type text not null, task_session_id text, round integer, actor text not null, task_session_ids text,
        about_kind text, about_id text, created_at text not null,
        primary key (run_id, path)`,
      indexes: ["sha256"],
    },
  },
  artifactColumn: { table: "run_artifacts", column: "sha256" },
  folds: [
    on(runStream, {
      "artifact.created": (tables, { data, seq, at, actor, runId, taskSessionId }) => {
        if (!runId) return;
        tables.run(
          `insert or replace into {run_artifacts} (run_id, path, sequence, purpose, preview_type, label, summary, size,
           sha256, media_type, task_session_id, round, actor, task_session_ids, about_kind, about_id, created_at)
           values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          runId,
          data.path,
          seq,
          data.purpose,
          data.previewType,
          data.label,
          data.summary,
          data.size,
          data.sha256,
          data.mediaType,
          taskSessionId ?? null,
          data.round ?? null,
          actor,
          data.taskSessionIds ? JSON.stringify(data.taskSessionIds) : null,
          data.about?.kind ?? null,
          data.about?.id ?? null,
          at,
        );
      },
    }),
  ],
});
