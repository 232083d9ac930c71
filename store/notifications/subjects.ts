import type { Tables } from "../view.ts";
import { shortened } from "../words.ts";
import type { RunRow, SessionRow } from "./tables.ts";

const LABEL_LENGTH = 120;

/** Returns the first line of a text, short enough for a title. */
const labelOf = (text: string): string =>
  shortened(text.trimStart().split("\n", 1)[0]!.trimEnd(), LABEL_LENGTH);

/**
 * Returns what is known of a run; undefined if nothing is known or it was erased. Of the run's document it reads only
 * the request, which never changes. A run without notifications, as most in a queue, has no row.
 */
export function runRow(tables: Tables, runId: string): RunRow | undefined {
  const row = tables.get<Omit<RunRow, "label"> & { request: string }>(
    `select documents.id as run_id, json_extract(body, '$.request') as request, coalesce(paused, 0) as paused,
     coalesce(open_tasks, 0) as open_tasks, coalesce(applied, 0) as applied, report_id
     from {documents_run} as documents left join {notification_runs} as runs on runs.run_id = documents.id
     where documents.id = ?`,
    runId,
  );
  return row && { ...row, label: labelOf(row.request) };
}

/** Where a run works, who requested it, and the trial that it belongs to. None of it ever changes. */
export type RunOrigin = { runId: string; repository: string; createdBy: string; trialId: string | null };

/** Returns the origin of a run; undefined if it is unknown or erased. */
export const originOf = (tables: Tables, runId: string): RunOrigin | undefined =>
  tables.get<RunOrigin>(
    `select id as runId, json_extract(body, '$.repoPath') as repository, json_extract(body, '$.createdBy') as createdBy,
     json_extract(body, '$.trial.trialId') as trialId
     from {documents_run} where id = ?`,
    runId,
  );

/** Returns what is known of a task session. */
export const taskRow = (tables: Tables, id: string): SessionRow | undefined =>
  tables.get<SessionRow>("select * from {notification_tasks} where id = ?", id);

/** Keeps one fact about a run. */
export function markRun<Field extends "paused" | "applied" | "report_id">(
  tables: Tables,
  runId: string,
  field: Field,
  value: RunRow[Field],
): void {
  tables.run(
    `insert into {notification_runs} (run_id, ${field}) values (?, ?)
     on conflict (run_id) do update set ${field} = excluded.${field}`,
    runId,
    value,
  );
}

/** Notes an open task session, so that its run counts one more. */
export function addTask(tables: Tables, task: Omit<SessionRow, "ended">): void {
  tables.run(
    "insert into {notification_tasks} (id, run_id, task_id, label, ended) values (?, ?, ?, ?, 0)",
    task.id,
    task.run_id,
    task.task_id,
    labelOf(task.label),
  );
  changeOpenTasks(tables, task.run_id, 1);
}

/** Counts the run's task sessions that have not ended. */
export function setTaskEnded(tables: Tables, id: string, ended: boolean): void {
  const task = taskRow(tables, id);
  if (!task || (task.ended === 1) === ended) return;
  tables.run("update {notification_tasks} set ended = ? where id = ?", ended ? 1 : 0, id);
  changeOpenTasks(tables, task.run_id, ended ? -1 : 1);
}

const changeOpenTasks = (tables: Tables, runId: string, change: 1 | -1) =>
  tables.run(
    `insert into {notification_runs} (run_id, open_tasks) values (?, ?)
     on conflict (run_id) do update set open_tasks = open_tasks + excluded.open_tasks`,
    runId,
    change,
  );
