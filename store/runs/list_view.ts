import { idOf, type StoredEvent } from "../event.ts";
import { documentsTable } from "../projector.ts";
import { defineView, on, type Tables } from "../view.ts";
import { queuedAgain } from "./events.ts";
import { runStream } from "./stream.ts";

/** A row of `run_list`; `sequence` is that of the event that created the run. */
export type RunListRow = { sequence: number; id: string; status: string; archived: 0 | 1; repo_path: string };

/** Runs as lists filter and count them. */
export const runListView = defineView({
  name: "run_list",
  version: 2,
  tables: {
    run_list: {
      erasedBy: { run: "id" },
      columns:
        `sequence integer primary key, id text not null, status text not null, archived integer not null,
        repo_path text not null`,
      // Each index ends in the row's own key: every filtered list is walked in order and never sorted.
      indexes: ["id", "archived", "archived, status", "archived, repo_path", "archived, repo_path, status"],
    },
  },
  folds: [
    on(runStream, {
      "run.created": (tables, { seq, data, ...event }) => {
        const { repoPath } = data;
        const row: RunListRow = {
          sequence: seq,
          id: idOf(event),
          status: "queued",
          archived: 0,
          repo_path: repoPath,
        };
        tables.run("insert into {run_list} values (?, ?, ?, ?, ?)", ...Object.values(row));
      },
      "run.queued": queuedAgain(moved),
      "run.started": moved,
      "run.waiting": moved,
      "run.paused": moved,
      "run.resumed": moved,
      "run.completed": moved,
      "run.failed": moved,
      "run.cancelled": moved,
      "run.archived": (tables, event) =>
        void tables.run("update {run_list} set archived = 1 where id = ?", idOf(event)),
    }),
  ],
});

/** The document is folded first and knows the new state. A new run is already listed as queued. */
function moved(tables: Tables, event: StoredEvent): void {
  const id = idOf(event);
  const run = tables.get<{ status: string }>(
    `select json_extract(body, '$.status') as status from {${documentsTable("run")}} where id = ?`,
    id,
  );
  if (run) {
    tables.run("update {run_list} set status = ? where id = ? and status <> ?", run.status, id, run.status);
  }
}
