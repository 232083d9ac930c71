import { InvalidError } from "../../../ground/kernel/errors.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { clockAt } from "../../dates/range.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { type CurrentTask, findTask } from "./read.ts";

type Reader = Pick<Core, "store">;

/** Returns the tasks that a task still waits for. */
const openBefore = (ctx: Reader, { fields }: Pick<CurrentTask, "fields">): CurrentTask[] =>
  fields.dependsOn.flatMap((id) => findTask(ctx, id) ?? []).filter(({ fields: { state } }) =>
    state === "open"
  );

/** Returns items with the tasks that others wait for first, otherwise in their order. */
export function inOrderOfWaiting<Item extends { id: string }>(ctx: Reader, items: readonly Item[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const ordered = new Set<Item>();
  const seen = new Set<string>();
  const add = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const before of findTask(ctx, id)?.fields.dependsOn ?? []) add(before);
    const item = byId.get(id);
    if (item) ordered.add(item);
  };
  for (const { id } of items) add(id);
  return [...ordered];
}

/**
 * Returns when the last of the tasks ends that a task waits for, in seconds; null if it waits for none. Throws `InvalidError` if one
 * of them has no time yet.
 */
export function endOfWait(ctx: Reader, task: CurrentTask): number | null {
  const before = openBefore(ctx, task);
  const without = before.find(({ fields }) => fields.scheduled === null);
  if (without) {
    throw new InvalidError(
      `"${task.fields.title}" waits for "${without.fields.title}", which has no time yet. Find time for that first, or for both together.`,
    );
  }
  return before.length === 0 ? null : Math.max(...before.map(endOf));
}

/** Returns what contradicts a start: tasks that it waits for and that end later, or have no time. */
export function warningsOfStart(ctx: Reader, task: CurrentTask, start: number): string[] {
  const { timeZone } = settingsOf(ctx);
  return openBefore(ctx, task).flatMap((before) => {
    const { title, scheduled } = before.fields;
    if (scheduled === null) return [`It waits for "${title}", which has no time yet.`];
    return endOf(before) <= start
      ? []
      : [`It waits for "${title}", which ends later, at ${clockAt(endOf(before), timeZone)}.`];
  });
}

/** Returns what a completed task still waited for. */
export const warningsOfCompletion = (ctx: Reader, task: CurrentTask): string[] =>
  openBefore(ctx, task).map(({ fields }) => `It waits for "${fields.title}", which is not done.`);

const endOf = ({ fields }: CurrentTask): number => Date.parse(fields.scheduled!.end) / 1000;
