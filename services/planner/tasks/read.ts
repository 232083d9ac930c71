import type { Overlay, TaskRow } from "../../../store/planner/task_rows.ts";
import { isSame } from "../../../store/planner/task_rows.ts";
import { LOCAL_SOURCE, plannerSourceStream } from "../../../store/planner/source_stream.ts";
import type { TaskChange, TaskFields } from "../../../store/planner/task.ts";
import { type Core, type Ctx, record } from "../../kernel/context.ts";
import { InvalidError, NotFoundError } from "../../kernel/errors.ts";
import { conflictsOf } from "../conflicts/of.ts";
import { sourcesOf } from "../settings.ts";
import type { PlannerTask } from "./schemas.ts";

/** A task's current state, with its source. */
export type Task = { row: TaskRow; fields: TaskFields };

/** Returns the task with that id. Throws `NotFoundError`, also if its source no longer has it. */
export function requireTask({ store }: Pick<Core, "store">, id: string): Task {
  const row = store.projector.tables.get<TaskRow>(
    "select * from {planner_tasks} where id = ? and gone_at is null",
    id,
  );
  if (!row) throw new NotFoundError("planner task", id);
  return { row, fields: JSON.parse(row.body) };
}

/** The same; throws `InvalidError` for an archived one. */
export function requireLiveTask(ctx: Pick<Core, "store">, id: string): Task {
  const task = requireTask(ctx, id);
  if (task.fields.state === "archived") {
    throw new InvalidError(
      `The task ${id} is archived, so it cannot be changed.`,
    );
  }
  return task;
}

/** Records changes of tasks as one unit: one event per source, all or none. */
export function recordChanges(
  ctx: Ctx,
  changes: readonly { id: string; source: string; set: TaskChange }[],
): void {
  ctx.write(() => {
    for (const [source, ofSource] of Map.groupBy(changes, ({ source }) => source)) {
      for (let from = 0; from < ofSource.length; from += 200) {
        const data = { changes: ofSource.slice(from, from + 200).map(({ id, set }) => ({ id, set })) };
        record(ctx, plannerSourceStream, source, [{ type: "planner.tasks_changed", data }]);
      }
    }
  });
}

/** Returns a task as the API shows it. */
export function showTask(ctx: Pick<Core, "store" | "now">, { row, fields }: Task): PlannerTask {
  const config = sourcesOf(ctx).find(({ id }) => id === row.source_id)?.config;
  const { completions, ...shown } = fields;
  return {
    id: row.id,
    source: row.source_id,
    accountId: config?.accountId ?? null,
    uid: row.uid,
    ...shown,
    completions: completions.map(({ at, before }) => ({ at, due: before.due })),
    sync: syncOf(row, config?.writeBack ?? "off"),
    conflictIds: conflictsOf(ctx, row.id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function syncOf(row: TaskRow, writeBack: "off" | "ask"): PlannerTask["sync"] {
  if (row.source_id === LOCAL_SOURCE || row.stated === null) {
    return { state: "local", detail: "It was created here.", fields: [] };
  }
  const stated = JSON.parse(row.stated) as Record<string, unknown>;
  const changes = Object.entries(JSON.parse(row.overlay) as Overlay);
  const fields = changes.map(([field, { value }]) => ({ field, here: value, source: stated[field] ?? null }));
  if (changes.length === 0) return { state: "in_sync", detail: "It matches its source.", fields };
  const both = changes.filter(([field, { base }]) => !isSame(base, stated[field]));
  if (both.length > 0) {
    const names = both.map(([field]) => field).join(", ");
    return {
      state: "conflict",
      detail: `Changed here and in the source: ${names}. Set the values to keep.`,
      fields,
    };
  }
  return writeBack === "off"
    ? { state: "local", detail: "The changes stay local, as the settings of its source say.", fields }
    : {
      state: "to_push",
      detail: "The changes are local. Nothing is written to a source without a review.",
      fields,
    };
}
