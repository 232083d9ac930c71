import type { TaskFields } from "../../../../store/planner/task.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { busyIn } from "../conflicts/busy.ts";
import { within } from "../../dates/words.ts";
import { requireKnown, secondsAt, timeAt } from "../../dates/range.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { freeTimes, minutesFor } from "./free_times.ts";
import { type CurrentTask, recordChanges, requireLiveTask, requireTask, showTask } from "./read.ts";
import { inOrderOfWaiting, warningsOfStart } from "./waits.ts";
import type { BulkScheduleInput, ScheduleTaskInput } from "./schedule_schemas.ts";
import type { PlannerTask } from "./schemas.ts";

type Slot = { scheduled: TaskFields["scheduled"]; why: string[]; warnings: string[] };

/** Reserves time for a task, removes it, or finds the first free time for it. */
export function scheduleTask(ctx: Ctx, id: string, input: ScheduleTaskInput): PlannerTask {
  return scheduleTasks(ctx, { items: [{ id, ...input }] })[0]!;
}

/**
 * Schedules many tasks, all or none, as `scheduleTask` does: the time of each counts as booked for the next, and those that
 * others wait for are first.
 */
export function scheduleTasks(ctx: Ctx, input: BulkScheduleInput): PlannerTask[] {
  const items = input.items ?? input.ids!.map((id) => ({ id, auto: true, within: input.within }));
  const ids = items.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new InvalidError("A task is named twice.");
  return ctx.write(() => {
    const slots = new Map(
      inOrderOfWaiting(ctx, items).map(({ id, ...one }) => {
        const task = requireLiveTask(ctx, id);
        const slot = slotOf(ctx, task, one);
        recordChanges(ctx, [{ id, source: task.row.source_id, set: { scheduled: slot.scheduled } }]);
        return [id, slot];
      }),
    );
    return ids.map((id, i) => {
      const { why, warnings, ...slot } = slots.get(id)!;
      const isStrict = items[i] && "strict" in items[i] && items[i].strict;
      const conflicts = overlapping(ctx, id, slot, isStrict);
      if (isStrict && conflicts.length > 0) {
        throw new InvalidError(
          `The time conflicts with ${
            conflicts.map((title) => `"${title}"`).join(", ")
          }. Choose another time, or leave out strict.`,
        );
      }
      return { ...showTask(ctx, requireTask(ctx, id)), conflicts, warnings, why };
    });
  });
}

function slotOf(ctx: Ctx, task: CurrentTask, input: ScheduleTaskInput): Slot {
  if (input.auto) return firstFit(ctx, task, input);
  if (input.start === null) return { scheduled: null, why: ["Its time was removed."], warnings: [] };
  if (input.start === undefined) {
    throw new InvalidError("Set start to a time, or to null to remove the time, or set auto to true.");
  }
  const zone = input.timeZone ?? settingsOf(ctx).timeZone;
  const start = secondsAt(input.start, zone);
  const end = input.end === undefined
    ? start + minutesFor(ctx, task, input) * 60
    : secondsAt(input.end, zone);
  if (end <= start) throw new InvalidError(`end is ${input.end}, which is not after start, ${input.start}.`);
  const pinned = input.pinned ?? true;
  return {
    scheduled: { start: timeAt(start), end: timeAt(end), pinned },
    why: ["You chose this time."],
    warnings: warningsOfStart(ctx, task, start),
  };
}

/** Returns the first sufficient free working time before the task is due. Pinned times stay. */
function firstFit(ctx: Ctx, task: CurrentTask, input: ScheduleTaskInput): Slot {
  const { timeZone, bufferMinutes } = settingsOf(ctx);
  const { from, to } = freeTimes(ctx, task, input).take(1).toArray()[0]!;
  const why = [
    `Set aside ${within(ctx, { from, to })} (${timeZone}), the first ${
      (to - from) / 60
    } free minutes of working time.`,
    ...(bufferMinutes > 0 ? [`${bufferMinutes} min stay free around each event.`] : []),
  ];
  return {
    scheduled: { start: timeAt(from), end: timeAt(to), pinned: input.pinned ?? false },
    why,
    warnings: [],
  };
}

function overlapping(
  ctx: Ctx,
  id: string,
  { scheduled }: Pick<Slot, "scheduled">,
  isStrict = false,
): string[] {
  if (scheduled === null) return [];
  const range = { from: Date.parse(scheduled.start) / 1000, to: Date.parse(scheduled.end) / 1000 };
  if (isStrict) requireKnown(range, ctx.now());
  return busyIn(ctx, range, settingsOf(ctx)).filter(({ taskId, takesTime }) => taskId !== id && takesTime)
    .map(({ title }) => title);
}
