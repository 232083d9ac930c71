import type { TaskRow } from "../../../../store/planner/task_rows.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { recordChanges, requireLiveTask, requireTask, showing, showTask } from "./read.ts";
import type { PlannerTask, ReorderTasksInput } from "./schemas.ts";

const STEP = 1024;

/** Reorders tasks: `ids` among the positions that they have together, or one task before or after another. */
export function reorderTasks(ctx: Ctx, { ids, id, beforeId, afterId }: ReorderTasksInput): PlannerTask[] {
  if (ids) return reorderAmong(ctx, ids);
  const moving = requireLiveTask(ctx, id!);
  const beside = requireLiveTask(ctx, (beforeId ?? afterId)!);
  if (moving.row.id !== beside.row.id) {
    const order = orderBeside(ctx, beside.row, moving.row.id, beforeId !== undefined);
    if (order === null) {
      makeRoom(ctx);
      return reorderTasks(ctx, { id, beforeId, afterId });
    }
    recordChanges(ctx, [{ id: id!, source: moving.row.source_id, set: { order } }]);
  }
  return [showTask(ctx, requireTask(ctx, id!))];
}

function reorderAmong(ctx: Ctx, ids: readonly string[]): PlannerTask[] {
  const tasks = ids.map((id) => requireLiveTask(ctx, id));
  const orders = tasks.map(({ row }) => row.position).sort((a, b) => a - b);
  const changes = tasks.flatMap(({ row }, i) =>
    row.position === orders[i] ? [] : [{ id: row.id, source: row.source_id, set: { order: orders[i]! } }]
  );
  recordChanges(ctx, changes);
  return ids.map((id) => requireTask(ctx, id)).map(showing(ctx));
}

/** Returns the position between a task and its neighbor; null if no number is left between them. */
function orderBeside(
  { store }: Ctx,
  { position }: TaskRow,
  movingId: string,
  before: boolean,
): number | null {
  const neighbour = store.projector.tables.get<{ position: number }>(
    `select position from {planner_tasks} where position ${
      before ? "<" : ">"
    } ? and id <> ? and gone_at is null
     order by position ${before ? "desc" : "asc"} limit 1`,
    position,
    movingId,
  );
  if (!neighbour) return position + (before ? -STEP : STEP);
  const between = (position + neighbour.position) / 2;
  return between === position || between === neighbour.position ? null : between;
}

/** Renumbers all tasks with gaps between them. */
function makeRoom(ctx: Ctx): void {
  const rows = ctx.store.projector.tables.all<TaskRow>(
    "select * from {planner_tasks} where gone_at is null order by position, id",
  );
  recordChanges(
    ctx,
    rows.map(({ id, source_id }, i) => ({ id, source: source_id, set: { order: (i + 1) * STEP } })),
  );
}
