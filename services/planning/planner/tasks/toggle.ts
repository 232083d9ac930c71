import type { TaskChange, TaskFields } from "../../../../store/planner/task.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { nextTurn } from "./next_due.ts";
import { type CurrentTask, recordChanges, requireLiveTask, requireTask, showing } from "./read.ts";
import { warningsOfCompletion } from "./waits.ts";
import type { PlannerTask, ToggleTaskInput } from "./schemas.ts";

/** How many completions a task remembers, newest first. */
const MAX_COMPLETIONS = 20;

/** Completes a task, or undoes its last completion. */
export const toggleTask = (ctx: Ctx, id: string, input: ToggleTaskInput): PlannerTask =>
  toggleTasks(ctx, { ...input, ids: [id] })[0]!;

/** The same for many tasks, all or none. */
export function toggleTasks(
  ctx: Ctx,
  { ids, completed, at }: ToggleTaskInput & { ids: readonly string[] },
): PlannerTask[] {
  const when = at === undefined ? ctx.now() : new Date(at);
  if (when.getTime() > ctx.now().getTime() + 60_000) {
    throw new InvalidError(`at is ${at}, which is in the future.`);
  }
  const tasks = ids.map((id) => requireLiveTask(ctx, id));
  const changes = tasks.flatMap((task) => {
    const set = change(ctx, task, completed ?? task.fields.state === "open", when);
    return set ? [{ id: task.row.id, source: task.row.source_id, set }] : [];
  });
  recordChanges(ctx, changes);
  const show = showing(ctx);
  return ids.map((id, i) => {
    const task = requireTask(ctx, id);
    const isCompleted = task.fields.completions.length > tasks[i]!.fields.completions.length;
    return { ...show(task), warnings: isCompleted ? warningsOfCompletion(ctx, task) : [] };
  });
}

/** Returns what completing a task changes, or reopening it; null if it is in that state. */
function change(
  ctx: Ctx,
  { fields }: Pick<CurrentTask, "fields">,
  completed: boolean,
  when: Date,
): TaskChange | null {
  if (!completed) return undoCompletion(fields);
  if (fields.state === "done") return null;
  const { due, deferUntil, scheduled, progress, state, completedAt, rrule } = fields;
  const at = when.toISOString();
  const before = { due, deferUntil, scheduled, progress, state, completedAt, rrule };
  const completions = [{ at, before }, ...fields.completions].slice(0, MAX_COMPLETIONS);
  const turn = nextTurn(fields, when, settingsOf(ctx).timeZone);
  if (turn === null) return { state: "done", progress: 100, completedAt: at, completions };
  return {
    due: turn.due,
    rrule: turn.rrule,
    deferUntil: deferUntil && moved(deferUntil, turn.movedSeconds),
    scheduled: null,
    progress: 0,
    completions,
  };
}

/** Returns what changes if a task gets a state; nothing if it has it. */
export function changeOfState(
  ctx: Ctx,
  fields: TaskFields,
  state: TaskFields["state"],
): TaskChange {
  if (state === fields.state) return {};
  if (state === "archived") return archived(ctx);
  return change(ctx, { fields }, state === "done", ctx.now()) ?? {};
}

/** Returns what archiving a task changes. */
export const archived = ({ now }: Pick<Ctx, "now">): TaskChange => ({
  state: "archived",
  archivedAt: now().toISOString(),
  scheduled: null,
});

/** Returns exactly the state before the last completion; null if there is nothing to undo. */
function undoCompletion({ completions, state }: TaskFields): TaskChange | null {
  const [last, ...earlier] = completions;
  if (last) return { ...last.before, completions: earlier };
  return state === "done" ? { state: "open", progress: 0, completedAt: null } : null;
}

const moved = (moment: string, seconds: number): string => {
  const at = new Date(Date.parse(moment) + seconds * 1000).toISOString();
  return moment.length === 10 ? at.slice(0, 10) : at;
};
