import { idOf, type StoredEvent } from "../event.ts";
import { defineView, on, type Tables } from "../view.ts";
import type { WorkflowStart } from "./document.ts";
import { workflowStream } from "./stream.ts";
import { type JsonText } from "../json_text.ts";

/** A row of `workflow_versions`; `sequence` is that of the event that made it. */
export type WorkflowVersionRow = {
  workflow_id: string;
  number: number;
  sequence: number;
  sha256: string;
  size: number;
  blast_radius_digest: string;
  note: string | null;
  actor: string;
  created_at: string;
  /** The start of a run of it, as JSON. */
  start: JsonText<WorkflowStart>;
};

/** Every version of every saved workflow. No run owns one, so `run_id` stays null. */
export const workflowVersionsView = defineView({
  name: "workflow_versions",
  version: 2,
  tables: {
    workflow_versions: {
      erasedBy: { streams: { workflow: "workflow_id" } },
      columns: `workflow_id text not null, number integer not null, sequence integer not null,
        sha256 text not null, size integer not null, blast_radius_digest text not null, note text,
        actor text not null, created_at text not null, run_id text, start text not null,
        primary key (workflow_id, number)`,
      indexes: ["sha256", "run_id"],
    },
  },
  artifactColumn: { table: "workflow_versions", column: "sha256" },
  folds: [on(workflowStream, { "workflow.created": add, "workflow.revised": add })],
});

type Version = {
  sourceSha256: string;
  size: number;
  blastRadiusDigest: string;
  note?: string;
  start?: WorkflowStart;
};

function add(tables: Tables, event: StoredEvent<string, Version>): void {
  const id = idOf(event);
  tables.run(
    `insert into {workflow_versions}
     select ?, 1 + coalesce(max(number), 0), ?, ?, ?, ?, ?, ?, ?, null, ?
     from {workflow_versions} where workflow_id = ?`,
    id,
    event.seq,
    event.data.sourceSha256,
    event.data.size,
    event.data.blastRadiusDigest,
    event.data.note ?? null,
    event.actor,
    event.at,
    JSON.stringify(event.data.start ?? {}),
    id,
  );
}
