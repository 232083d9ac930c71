import type { Ctx } from "../../../ground/kernel/context.ts";
import { taskFieldsOf } from "./fields.ts";
import { recordChanges, requireLiveTask, requireTask, showTask } from "./read.ts";
import type { PlannerTask, UpdateTaskInput } from "./schemas.ts";
import { isSame } from "../../../../store/planner/task_rows.ts";

/** Changes fields of a task; null clears one. Unchanged fields are not recorded. */
export function updateTask(ctx: Ctx, id: string, input: UpdateTaskInput): PlannerTask {
  const { row, fields } = requireLiveTask(ctx, id);
  const set = Object.fromEntries(
    Object.entries(taskFieldsOf(ctx, id, input)).filter(([name, value]) =>
      !isSame(value, fields[name as keyof typeof fields]) || isContested(row.overlay, name)
    ),
  );
  if (Object.keys(set).length > 0) recordChanges(ctx, [{ id, source: row.source_id, set }]);
  return showTask(ctx, requireTask(ctx, id));
}

/** A field that was changed on both sides is resolved by setting it again. */
const isContested = (overlay: string, name: string): boolean => name in JSON.parse(overlay);

/** Archives a task; its history stays. Does nothing if it is archived already. */
export function archiveTask(ctx: Ctx, id: string): PlannerTask {
  const { row, fields } = requireTask(ctx, id);
  if (fields.state !== "archived") {
    const set = { state: "archived" as const, archivedAt: ctx.now().toISOString(), scheduled: null };
    recordChanges(ctx, [{ id, source: row.source_id, set }]);
  }
  return showTask(ctx, requireTask(ctx, id));
}
