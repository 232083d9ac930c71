import type { TaskFields } from "../../../../store/planner/task.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { busyIn } from "../conflicts/busy.ts";
import { freeDays, minutesOf } from "../conflicts/hours.ts";
import { within } from "../../dates/words.ts";
import { clockAt, dayAfter, type Range, secondsAt, startOfDay, timeAt } from "../../dates/range.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { type CurrentTask, recordChanges, requireLiveTask, requireTask, showTask } from "./read.ts";
import { endOfWait, inOrderOfWaiting, warningsOfStart } from "./waits.ts";
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
      const conflicts = overlapping(ctx, id, slot);
      if (items[i] && "strict" in items[i] && items[i].strict && conflicts.length > 0) {
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

const minutesFor = (ctx: Ctx, { fields }: CurrentTask, { durationMinutes }: ScheduleTaskInput): number =>
  durationMinutes ??
    Math.max(5, (fields.estimateMinutes ?? settingsOf(ctx).defaultDurationMinutes) - fields.spentMinutes);

/** Returns the first sufficient free working time before the task is due. Pinned times stay. */
function firstFit(ctx: Ctx, task: CurrentTask, input: ScheduleTaskInput): Slot {
  const settings = settingsOf(ctx);
  const minutes = minutesFor(ctx, task, input);
  const range = rangeFor(ctx, task, input);
  const busy = busyIn(ctx, range, settings).filter(({ taskId }) => taskId !== task.row.id);
  for (const { date, spans } of freeDays(range, busy, settings)) {
    const day = {
      from: startOfDay(date, settings.timeZone),
      to: startOfDay(dayAfter(date), settings.timeZone),
    };
    const taken = busy.filter((one) => one.taskId !== null && one.start >= day.from && one.start < day.to);
    const blocks = minutesOf(taken.map(({ start, end }) => ({ from: start, to: end })));
    if (settings.dailyCapMinutes !== null && blocks + minutes > settings.dailyCapMinutes) continue;
    const span = spans.find(({ from, to }) => roundUp(from) + minutes * 60 <= to);
    if (!span) continue;
    const from = roundUp(span.from);
    const to = from + minutes * 60;
    const why = [
      `Set aside ${
        within(ctx, { from, to })
      } (${settings.timeZone}), the first ${minutes} free minutes of working time.`,
      ...(settings.bufferMinutes > 0 ? [`${settings.bufferMinutes} min stay free around each event.`] : []),
    ];
    return {
      scheduled: { start: timeAt(from), end: timeAt(to), pinned: input.pinned ?? false },
      why,
      warnings: [],
    };
  }
  throw new InvalidError(
    `"${task.fields.title}" takes ${minutes} min, and there is no free working time of that length from ${
      clockAt(range.from, settings.timeZone)
    } until ${
      clockAt(range.to, settings.timeZone)
    } (${settings.timeZone}). Set another range with within, or a shorter durationMinutes.`,
  );
}

/** Blocks begin at multiples of five minutes. */
const roundUp = (seconds: number): number => Math.ceil(seconds / 300) * 300;

function rangeFor(ctx: Ctx, task: CurrentTask, { within }: ScheduleTaskInput): Range {
  const { due, deferUntil } = task.fields;
  const { timeZone, horizonDays } = settingsOf(ctx);
  const now = Math.floor(ctx.now().getTime() / 1000);
  const from = Math.max(
    now,
    within ? secondsAt(within.from, timeZone) : now,
    deferUntil ? secondsAt(deferUntil, timeZone) : now,
    endOfWait(ctx, task) ?? now,
  );
  const end = due === null
    ? null
    : "date" in due
    ? startOfDay(dayAfter(due.date), timeZone)
    : Date.parse(due.at) / 1000;
  const horizon = from + horizonDays * 86_400;
  const to = within
    ? secondsAt(within.to.length === 10 ? dayAfter(within.to) : within.to, timeZone)
    : end !== null && end > from
    ? Math.min(end, horizon)
    : horizon;
  if (to <= from) throw new InvalidError("The range is in the past, or ends before it begins.");
  return { from, to: Math.min(to, from + 366 * 86_400) };
}

function overlapping(ctx: Ctx, id: string, { scheduled }: Pick<Slot, "scheduled">): string[] {
  if (scheduled === null) return [];
  const range = { from: Date.parse(scheduled.start) / 1000, to: Date.parse(scheduled.end) / 1000 };
  return busyIn(ctx, range, settingsOf(ctx)).filter(({ taskId, takesTime }) => taskId !== id && takesTime)
    .map(({ title }) => title);
}
