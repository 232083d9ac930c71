import { idOf, type StoredEvent } from "../event.ts";
import { documentsTable } from "../projector.ts";
import { defineView, on, type Tables } from "../view.ts";
import { queuedAgain } from "./events.ts";
import { runStream } from "./stream.ts";

/** A row of `run_list`; `sequence` is that of the event that created the run. */
type RunListRow = { sequence: number; id: string; status: string; archived: 0 | 1; repo_path: string };

/** Runs as lists filter them, and how many there are of each kind. */
export const runListView = defineView({
  name: "run_list",
  version: 3,
  readsDocuments: true,
  tables: {
    run_list: {
      erasedBy: "view",
      columns:
        `sequence integer primary key, id text not null, status text not null, archived integer not null,
        repo_path text not null`,
      // Each index ends in the row's own key: every filtered list is walked in order and never sorted.
      indexes: ["id", "archived", "archived, status", "archived, repo_path", "archived, repo_path, status"],
    },
    run_counts: {
      erasedBy: "view",
      columns: `archived integer not null, repo_path text not null, status text not null, n integer not null,
        primary key (archived, repo_path, status)`,
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
        tables.queue("run_list", Object.values(row));
        countOne(tables, row);
      },
      "run.queued": queuedAgain(moved),
      "run.started": moved,
      "run.waiting": moved,
      "run.paused": moved,
      "run.resumed": moved,
      "run.completed": moved,
      "run.failed": moved,
      "run.cancelled": moved,
      "run.archived": (tables, event) => change(tables, idOf(event), { archived: 1 }),
      "run.unarchived": (tables, event) => change(tables, idOf(event), { archived: 0 }),
    }),
  ],
  erase: {
    run: (tables, id) => {
      const row = rowOf(tables, id);
      if (!row) return;
      tables.run("delete from {run_list} where id = ?", id);
      uncountOne(tables, row);
    },
  },
});

/** The document is folded first and knows the new state. A new run is already listed as queued. */
function moved(tables: Tables, event: StoredEvent): void {
  const id = idOf(event);
  const run = tables.get<{ status: string }>(
    `select json_extract(body, '$.status') as status from {${documentsTable("run")}} where id = ?`,
    id,
  );
  if (run) change(tables, id, run);
}

const rowOf = (tables: Tables, id: string): RunListRow | undefined =>
  tables.get<RunListRow>("select * from {run_list} where id = ?", id);

function change(tables: Tables, id: string, to: Partial<Pick<RunListRow, "status" | "archived">>): void {
  const before = rowOf(tables, id);
  if (!before) return;
  const after = { ...before, ...to };
  if (after.status === before.status && after.archived === before.archived) return;
  tables.run(
    "update {run_list} set status = ?, archived = ? where sequence = ?",
    after.status,
    after.archived,
    after.sequence,
  );
  uncountOne(tables, before);
  countOne(tables, after);
}

/** Queued: a new run needs nothing of what the table holds. */
const countOne = (tables: Tables, { archived, repo_path, status }: RunListRow): void =>
  tables.queue("run_counts", [archived, repo_path, status, 1], ADDED);

const ADDED = "on conflict (archived, repo_path, status) do update set n = n + excluded.n";

/** A count of zero has no row, so that a rebuild gives the same table. */
function uncountOne(tables: Tables, { archived, repo_path, status }: RunListRow): void {
  const where = "where archived = ? and repo_path = ? and status = ?";
  const kind = [archived, repo_path, status];
  tables.run(`update {run_counts} set n = n - 1 ${where}`, ...kind);
  tables.run(`delete from {run_counts} ${where} and n = 0`, ...kind);
}
