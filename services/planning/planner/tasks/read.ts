import type { TaskRow } from "../../../../store/planner/task_rows.ts";
import { plannerSourceStream } from "../../../../store/planner/source_stream.ts";
import type { TaskChange, TaskFields } from "../../../../store/planner/task.ts";
import { type Core, type Ctx, record } from "../../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../../ground/kernel/errors.ts";
import { conflictsOf } from "../conflicts/compute.ts";
import { sourceOf } from "../../planner_settings/settings.ts";
import { wordsOfRepeats } from "../../icalendar/repeat_words.ts";
import type { PlannerTask } from "./schemas.ts";
import { syncInPlans } from "./sync.ts";
import { readJson } from "../../../../store/json_text.ts";

/** A task's current state, with its source. */
export type CurrentTask = { row: TaskRow; fields: TaskFields };

/** Returns the task with that id; null if there is none, or its source no longer has it. */
export function findTask({ store }: Pick<Core, "store">, id: string): CurrentTask | null {
  const row = store.projector.tables.get<TaskRow>(
    "select * from {planner_tasks} where id = ? and gone_at is null",
    id,
  );
  return row ? { row, fields: readJson(row.body) } : null;
}

/** Returns the task with that id, as `findTask` does. Throws `NotFoundError` if there is none. */
export function requireTask(ctx: Pick<Core, "store">, id: string): CurrentTask {
  const task = findTask(ctx, id);
  if (!task) throw new NotFoundError("planner task", id);
  return task;
}

/** The same; throws `InvalidError` for an archived one. */
export function requireLiveTask(ctx: Pick<Core, "store">, id: string): CurrentTask {
  const task = requireTask(ctx, id);
  if (task.fields.state === "archived") {
    throw new InvalidError(
      `The task ${id} is archived, so it cannot be changed.`,
    );
  }
  return task;
}

/** Returns the rows of all open tasks. */
export const openTaskRows = ({ store }: Pick<Core, "store">): TaskRow[] =>
  store.projector.tables.all<TaskRow>(
    "select * from {planner_tasks} where state = 'open' and gone_at is null",
  );

/** Returns the rows of a source's tasks that were changed here, by id. */
export const changedTaskRows = ({ store }: Pick<Core, "store">, sourceId: string): TaskRow[] =>
  store.projector.tables.all<TaskRow>(
    "select * from {planner_tasks} where source_id = ? and stated is not null and overlay <> '{}' and gone_at is null order by id",
    sourceId,
  );

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
export const showTask = (ctx: Pick<Core, "store" | "now">, task: CurrentTask): PlannerTask =>
  showing(ctx)(task);

/** Returns the function that shows tasks as the API does. */
export function showing(ctx: Pick<Core, "store" | "now">): (task: CurrentTask) => PlannerTask {
  const conflictIdsOf = conflictsOf(ctx);
  const syncOf = syncInPlans(ctx);
  const repeatsOf = wordsOfRepeats();
  return ({ row, fields: { completions, ...shown } }) => {
    const config = sourceOf(ctx, row.source_id)?.config ?? null;
    return {
      id: row.id,
      source: row.source_id,
      accountId: config?.accountId ?? null,
      uid: row.uid,
      ...shown,
      repeats: repeatsOf(shown.rrule),
      completions: completions.map(({ at, before }) => ({ at, due: before.due })),
      sync: syncOf(row, config),
      conflictIds: conflictIdsOf(row.id),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  };
}
