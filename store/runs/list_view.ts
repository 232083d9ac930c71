import { idOf, type StoredEvent } from "../event.ts";
import { documentsTable } from "../projector.ts";
import { defineView, on, type Tables } from "../view.ts";
import { runStream } from "./stream.ts";

/** A row of `run_list`; `sequence` is that of the event that created the run. */
export type RunListRow = { sequence: number; id: string; status: string; archived: 0 | 1; repo_path: string };

/** Runs as lists filter and count them, and the words that they are found by. */
export const runListView = defineView({
  name: "run_list",
  version: 1,
  tables: {
    run_list: {
      erasedBy: "view",
      columns:
        `sequence integer primary key, id text not null, status text not null, archived integer not null,
        repo_path text not null`,
      // Each ends in the row's own key: whatever narrows a list, it is walked in order and never sorted.
      indexes: ["id", "archived", "archived, status", "archived, repo_path", "archived, repo_path, status"],
    },
    run_search: {
      erasedBy: "view",
      columns: "request, directory, reason, tokenize = 'unicode61 remove_diacritics 2'",
      virtual: "fts5",
    },
  },
  folds: [
    on(runStream, {
      "run.created": (tables, { seq, data, ...event }) => {
        const { request, repoPath } = data;
        const row: RunListRow = {
          sequence: seq,
          id: idOf(event),
          status: "queued",
          archived: 0,
          repo_path: repoPath,
        };
        tables.run("insert into {run_list} values (?, ?, ?, ?, ?)", ...Object.values(row));
        tables.run(
          "insert into {run_search} (rowid, request, directory, reason) values (?, ?, ?, '')",
          seq,
          request,
          repoPath,
        );
      },
      "run.queued": moved,
      "run.started": moved,
      "run.waiting": moved,
      "run.paused": moved,
      "run.resumed": moved,
      "run.completed": ended,
      "run.failed": ended,
      "run.cancelled": ended,
      "run.archived": (tables, event) =>
        void tables.run("update {run_list} set archived = 1 where id = ?", idOf(event)),
    }),
  ],
  erase: {
    run: (tables, runId) => {
      const own = "select sequence from {run_list} where id = ?";
      tables.run(`delete from {run_search} where rowid in (${own})`, runId);
      tables.run("delete from {run_list} where id = ?", runId);
    },
  },
});

/** What a move comes to is the document's to say: it is folded before. A new run is listed as queued already. */
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

function ended(
  tables: Tables,
  event: StoredEvent<string, { reason?: string; detail?: string | undefined }>,
): void {
  moved(tables, event);
  const { reason = "", detail = "" } = event.data;
  tables.run(
    "update {run_search} set reason = ? where rowid = (select sequence from {run_list} where id = ?)",
    `${reason} ${detail}`.trim(),
    idOf(event),
  );
}
