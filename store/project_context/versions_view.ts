import { idOf, type StoredEvent } from "../event.ts";
import { defineView, on, type Tables } from "../view.ts";
import { projectContextStream } from "./stream.ts";

/** A row of `project_context_versions`; `sequence` is that of the event that made it. */
export type ContextVersionRow = {
  document_id: string;
  number: number;
  sequence: number;
  sha256: string;
  size: number;
  actor: string;
  created_at: string;
};

/** Every version of every project context document. No run owns one, so `run_id` stays null. */
export const projectContextVersionsView = defineView({
  name: "project_context_versions",
  version: 1,
  tables: {
    project_context_versions: {
      erasedBy: { streams: { project_context: "document_id" } },
      columns: `document_id text not null, number integer not null, sequence integer not null,
        sha256 text not null, size integer not null, actor text not null, created_at text not null, run_id text,
        primary key (document_id, number)`,
      indexes: ["sha256", "run_id"],
    },
  },
  artifactColumn: { table: "project_context_versions", column: "sha256" },
  folds: [
    on(projectContextStream, { "project_context.created": add, "project_context.revised": add }),
  ],
});

function add(tables: Tables, event: StoredEvent<string, { contentSha256: string; size: number }>): void {
  const id = idOf(event);
  tables.run(
    `insert into {project_context_versions}
     select ?, 1 + coalesce(max(number), 0), ?, ?, ?, ?, ?, null
     from {project_context_versions} where document_id = ?`,
    id,
    event.seq,
    event.data.contentSha256,
    event.data.size,
    event.actor,
    event.at,
    id,
  );
}
