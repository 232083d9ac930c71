import { LOCAL_SOURCE } from "../../../../store/planner/source_stream.ts";
import { NEW_TASK } from "../../../../store/planner/task.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { type Made, made } from "../../../ground/kernel/made.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { taskFieldsOf } from "./fields.ts";
import { readQuickAdd } from "./quick_add.ts";
import { recordChanges, requireTask, showTask } from "./read.ts";
import { changeOfState } from "./toggle.ts";
import type { CreateTaskInput, PlannerTask } from "./schemas.ts";

const MAX_TASKS = 100_000;

/** The distance between the positions of two new tasks. */
const STEP = 1024;

/**
 * Creates a local task, at the end. With `quickAdd` its words are parsed first; explicit fields take precedence. Throws
 * `InvalidError` if the words are ambiguous.
 */
export async function createTask(ctx: Ctx, input: CreateTaskInput): Promise<() => Made<PlannerTask>> {
  const { quickAdd, state, ...given } = input;
  const read = quickAdd === undefined
    ? null
    : await readQuickAdd(quickAdd, ctx.now(), settingsOf(ctx).timeZone);
  return () => {
    const id = ctx.newId("plt");
    const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const fields = Object.assign(
      {},
      NEW_TASK,
      { order: nextOrder(ctx) },
      taskFieldsOf(ctx, id, { ...read?.fields, ...said }),
    );
    const set = { ...fields, ...changeOfState(ctx, fields, state ?? NEW_TASK.state) };
    recordChanges(ctx, [{ id, source: LOCAL_SOURCE, set }]);
    return made({ ...showTask(ctx, requireTask(ctx, id)), ...(read && { quickAdd, parsed: read.parsed }) });
  };
}

/** Returns the position of a new task: the end. Throws `InvalidError` at the limit. */
export function nextOrder({ store }: Pick<Ctx, "store">): number {
  const { tables } = store.projector;
  const { n } = tables.get<{ n: number }>(
    "select count(*) as n from {planner_tasks} where source_id = ? and state <> 'archived'",
    LOCAL_SOURCE,
  )!;
  if (n >= MAX_TASKS) {
    throw new InvalidError(`At most ${MAX_TASKS} tasks are allowed. Archive some first.`);
  }
  const last = tables.get<{ position: number }>(
    "select position from {planner_tasks} order by position desc limit 1",
  );
  return (last?.position ?? 0) + STEP;
}
