import { approvalStream } from "../../../../store/approvals/stream.ts";
import { NEW_TASK, type TaskChange, type TaskFields } from "../../../../store/planner/task.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { isKeyOf } from "../../../../store/shared/records.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../../ground/kernel/errors.ts";
import { withOffset } from "../../dates/range.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { findTask, requireTask } from "./read.ts";
import type { UpdateTaskInput } from "./schemas.ts";

/** How deep tasks may be nested. */
const MAX_DEPTH = 8;

/** What a person says of a task, besides its state. */
type Said = Omit<UpdateTaskInput, "state">;

/** Returns a person's input as fields of a task. Throws if it names something that does not exist, or for circular waits. */
export function taskFieldsOf(ctx: Ctx, id: string | null, input: Said): TaskChange {
  const { due, deferUntil, scheduled, tags, people, dependsOn, ...rest } = input;
  if (input.runId && !ctx.store.documents.has(runStream, input.runId)) {
    throw new NotFoundError("run", input.runId);
  }
  if (input.approvalId && !ctx.store.documents.has(approvalStream, input.approvalId)) {
    throw new NotFoundError("approval", input.approvalId);
  }
  if (input.parentId) requireTree(ctx, id, input.parentId);
  if (dependsOn) requireNoCircle(ctx, id, dependsOn);
  const { timeZone } = settingsOf(ctx);
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined).map(inNewTask)),
    ...(due !== undefined && { due: due === null ? null : dueOf(due, timeZone) }),
    ...(scheduled !== undefined && { scheduled: scheduled && spanOf(scheduled, timeZone) }),
    ...(deferUntil !== undefined && {
      deferUntil: deferUntil === null || deferUntil.length === 10 ? deferUntil : utc(deferUntil, timeZone),
    }),
    ...(tags !== undefined && { tags: [...new Set(tags)] }),
    ...(people !== undefined && { people: [...new Set(people)] }),
    ...(dependsOn !== undefined && { dependsOn: [...new Set(dependsOn)] }),
  };
}

/** Null gives a field the value that it has in a new task. */
const inNewTask = ([name, value]: [string, unknown]): [string, unknown] => [
  name,
  value === null && isKeyOf(NEW_TASK, name) ? NEW_TASK[name] : value,
];

function dueOf(given: NonNullable<UpdateTaskInput["due"]>, zone: string): TaskFields["due"] {
  if (typeof given === "string" && given.length === 10) return { date: given };
  const due = typeof given === "string" ? { at: given } : given;
  if ("date" in due) return due;
  const said = due.timeZone ?? zone;
  const isLocal = withOffset(due.at, said) !== due.at;
  return { at: utc(due.at, said), timeZone: due.timeZone ?? (isLocal ? zone : null) };
}

function spanOf(
  { start, end, pinned }: NonNullable<UpdateTaskInput["scheduled"]>,
  zone: string,
): NonNullable<TaskFields["scheduled"]> {
  const span = { start: utc(start, zone), end: utc(end, zone), pinned };
  if (span.end > span.start) return span;
  throw new InvalidError(`The end of scheduled is ${end}, which is not after its start, ${start}.`);
}

const utc = (at: string, zone: string): string => new Date(withOffset(at, zone)).toISOString();

function requireTree(ctx: Ctx, id: string | null, parentId: string): void {
  let above: string | null = parentId;
  let levels = id === null ? 0 : levelsBelow(ctx, id);
  for (let isParent = true; above !== null; isParent = false) {
    if (above === id) {
      throw new InvalidError(`The task ${parentId} is below ${id}, so it cannot be above it too.`);
    }
    if (++levels > MAX_DEPTH) throw new InvalidError(`Tasks can be nested at most ${MAX_DEPTH} levels deep.`);
    above = (isParent ? requireTask(ctx, above) : findTask(ctx, above))?.fields.parentId ?? null;
  }
}

/** Returns how many levels of tasks are below a task; more than are allowed count as one more. */
function levelsBelow({ store }: Ctx, id: string): number {
  let parents = [id];
  for (let levels = 0;; levels++) {
    parents = store.projector.tables.all<{ id: string }>(
      `select id from {planner_tasks} where parent_id in (select value from json_each(?))
       and state <> 'archived' and gone_at is null`,
      JSON.stringify(parents),
    ).map((child) => child.id);
    if (parents.length === 0 || levels > MAX_DEPTH) return levels;
  }
}

function requireNoCircle(ctx: Ctx, id: string | null, dependsOn: readonly string[]): void {
  for (const each of dependsOn) requireTask(ctx, each);
  const seen = new Set<string>();
  const waiting = [...dependsOn];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === id) throw new InvalidError(`The task ${id} would wait for itself.`);
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...findTask(ctx, next)?.fields.dependsOn ?? []);
  }
}
