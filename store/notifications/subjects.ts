import type { Tables } from "../view.ts";
import type { RunRow, TaskRow } from "./tables.ts";

const LABEL_LENGTH = 120;

/** The first line of a text, short enough to stand in a title. */
export function labelOf(text: string): string {
  const line = text.trimStart().split("\n", 1)[0]!.trimEnd();
  return line.length > LABEL_LENGTH ? `${line.slice(0, LABEL_LENGTH - 1)}…` : line;
}

/** What is known of a run; undefined when it is not known or erased. */
export const runRow = (tables: Tables, runId: string): RunRow | undefined =>
  tables.get<RunRow>("select * from {notification_runs} where run_id = ?", runId);

/** What is known of a task session. */
export const taskRow = (tables: Tables, id: string): TaskRow | undefined =>
  tables.get<TaskRow>("select * from {notification_tasks} where id = ?", id);

export function addRun(tables: Tables, runId: string, request: string): void {
  tables.run(
    "insert into {notification_runs} (run_id, label, paused, open_tasks, applied, report_id) values (?, ?, 0, 0, 0, null)",
    runId,
    labelOf(request),
  );
}

export function addTask(tables: Tables, task: Omit<TaskRow, "ended">): void {
  tables.run(
    "insert into {notification_tasks} (id, run_id, task_id, label, ended) values (?, ?, ?, ?, 0)",
    task.id,
    task.run_id,
    task.task_id,
    labelOf(task.label),
  );
  changeOpenTasks(tables, task.run_id, 1);
}

/** Keeps count of the run's task sessions that have not ended. */
export function setTaskEnded(tables: Tables, id: string, ended: boolean): void {
  const task = taskRow(tables, id);
  if (!task || (task.ended === 1) === ended) return;
  tables.run("update {notification_tasks} set ended = ? where id = ?", ended ? 1 : 0, id);
  changeOpenTasks(tables, task.run_id, ended ? -1 : 1);
}

const changeOpenTasks = (tables: Tables, runId: string, change: 1 | -1) =>
  tables.run("update {notification_runs} set open_tasks = open_tasks + ? where run_id = ?", change, runId);
