import type { StoredEvent } from "../event.ts";
import { runStream } from "../runs/stream.ts";
import type { EndedRunStatus } from "../shared/run_states.ts";
import { defineView, on, type Tables } from "../view.ts";

/** A row of `repository_runs`: how one run in a repository ended. `root` is the directory that the run was given. */
export type RepositoryRunRow = {
  run_id: string;
  root: string;
  base_commit: string | null;
  status: "open" | EndedRunStatus;
  reason: string | null;
  sequence: number;
};

/** A row of `repository_verifications`: the outcome of a command for one result in a repository. */
export type RepositoryVerificationRow = {
  sequence: number;
  run_id: string;
  root: string;
  command: string;
  outcome: "passed" | "failed";
  base_commit: string | null;
  /** 0 if the result was the base itself; null while it is not known. */
  changed_files: number | null;
  at: string;
};

/** The history of each repository: how its runs ended, and which verifiers passed. */
export const repositoryHistoryView = defineView({
  name: "repository_history",
  readsDocuments: true,
  version: 3,
  tables: {
    repository_runs: {
      erasedBy: { run: "run_id" },
      columns:
        `run_id text primary key, root text not null, base_commit text, status text not null, reason text,
        sequence integer not null`,
      indexes: ["root, status, sequence"],
    },
    repository_verifications: {
      erasedBy: { run: "run_id" },
      columns: `sequence integer primary key, run_id text not null, root text not null, command text not null,
        outcome text not null, base_commit text, changed_files integer, at text not null`,
      indexes: ["root, command, sequence", "run_id, sequence"],
    },
  },
  folds: [
    on(runStream, {
      "run.prepared": (tables, { data: { root, prefix, commit }, runId, seq }) => {
        if (!runId) return;
        tables.run(
          `insert into {repository_runs} values (?, ?, ?, 'open', null, ?)
           on conflict (run_id) do update set root = excluded.root, base_commit = excluded.base_commit`,
          runId,
          prefix === undefined ? root : `${root}/${prefix}`,
          commit,
          seq,
        );
      },
      "evaluation.completed": (tables, { data: { outcome, command }, runId, seq, at }) => {
        if (!runId || command === undefined || outcome === "not_verified") return;
        tables.run(
          `insert into {repository_verifications} select ?, run_id, root, ?, ?, base_commit, null, ?
           from {repository_runs} where run_id = ?`,
          seq,
          command,
          outcome,
          at,
          runId,
        );
      },
      "run.bundled": (tables, { data, runId }) => {
        if (!runId) return;
        tables.run(
          `update {repository_verifications} set changed_files = ? where sequence =
           (select max(sequence) from {repository_verifications} where run_id = ?)`,
          data.files,
          runId,
        );
      },
      "run.completed": (tables, event) => end(tables, event, "completed", null),
      "run.failed": (tables, event) => end(tables, event, "failed", event.data.reason),
      "run.cancelled": (tables, event) => end(tables, event, "cancelled", null),
    }),
  ],
});

/** A run that ended before it was prepared is known by the path in its request, which never changes. */
function end(
  tables: Tables,
  { runId, seq }: StoredEvent,
  status: RepositoryRunRow["status"],
  reason: string | null,
): void {
  if (!runId) return;
  tables.run(
    `insert into {repository_runs} select id, json_extract(body, '$.repoPath'), null, ?, ?, ? from {documents_run}
     where id = ? on conflict (run_id) do update set status = excluded.status,
     reason = excluded.reason, sequence = excluded.sequence where status = 'open'`,
    status,
    reason,
    seq,
    runId,
  );
}
