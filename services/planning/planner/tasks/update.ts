import type { Ctx } from "../../../ground/kernel/context.ts";
import { taskFieldsOf } from "./fields.ts";
import { recordChanges, requireLiveTask, requireTask, showTask } from "./read.ts";
import { archived, changeOfState } from "./toggle.ts";
import type { PlannerTask, UpdateTaskInput } from "./schemas.ts";
import { NEW_TASK } from "../../../../store/planner/task.ts";
import { isSame, type TaskRow } from "../../../../store/planner/task_rows.ts";
import { readJson } from "../../../../store/json_text.ts";
import { entriesOf } from "../../../../store/shared/records.ts";

/** Changes fields of a task; null clears one. Unchanged fields are not recorded. */
export function updateTask(ctx: Ctx, id: string, input: UpdateTaskInput): PlannerTask {
  const { row, fields } = requireLiveTask(ctx, id);
  const { state, ...said } = input;
  const given = taskFieldsOf(ctx, id, said);
  const after = Object.assign({}, fields, given);
  const moved = state === undefined ? {} : changeOfState(ctx, after, state ?? NEW_TASK.state);
  const set = Object.fromEntries(
    entriesOf({ ...given, ...moved }).filter(([name, value]) =>
      !isSame(value, fields[name]) || isContested(row.overlay, name)
    ),
  );
  if (Object.keys(set).length > 0) recordChanges(ctx, [{ id, source: row.source_id, set }]);
  return showTask(ctx, requireTask(ctx, id));
}

/** A field that was changed on both sides is resolved by setting it again. */
const isContested = (overlay: TaskRow["overlay"], name: string): boolean => name in readJson(overlay);

/** Archives a task; its history stays. Does nothing if it is archived already. */
export function archiveTask(ctx: Ctx, id: string): PlannerTask {
  const { row, fields } = requireTask(ctx, id);
  if (fields.state !== "archived") {
    recordChanges(ctx, [{ id, source: row.source_id, set: archived(ctx) }]);
  }
  return showTask(ctx, requireTask(ctx, id));
}
