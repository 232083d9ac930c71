import type { TaskFields } from "../../../store/planner/task.ts";
import type { Ctx } from "../../kernel/context.ts";
import { InvalidError } from "../../kernel/errors.ts";
import { busyIn } from "../conflicts/busy.ts";
import { freeDays, minutesOf } from "../conflicts/hours.ts";
import { dayAfter, type Range, secondsAt, startOfDay, timeAt } from "../range.ts";
import { settingsOf } from "../settings.ts";
import { recordChanges, requireLiveTask, requireTask, showTask, type Task } from "./read.ts";
import type { BulkScheduleInput, PlannerTask, ScheduleTaskInput } from "./schemas.ts";

type Slot = { scheduled: TaskFields["scheduled"]; why: string[] };

/** Reserves time for a task, removes it, or finds the first free time for it. */
export function scheduleTask(ctx: Ctx, id: string, input: ScheduleTaskInput): PlannerTask {
  return scheduleTasks(ctx, { items: [{ id, ...input }] })[0]!;
}

/** The same for many tasks in the given order, all or none: each one's time counts as booked for the next. */
export function scheduleTasks(ctx: Ctx, input: BulkScheduleInput): PlannerTask[] {
  const items = input.items ?? input.ids!.map((id) => ({ id, auto: true, within: input.within }));
  const ids = items.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new InvalidError("A task is named twice.");
  return ctx.write(() => {
    const slots = items.map(({ id, ...one }) => {
      const task = requireLiveTask(ctx, id);
      const slot = slotOf(ctx, task, one);
      recordChanges(ctx, [{ id, source: task.row.source_id, set: { scheduled: slot.scheduled } }]);
      return slot;
    });
    return ids.map((id, i) => {
      const conflicts = overlapping(ctx, id, slots[i]!);
      if (items[i] && "strict" in items[i] && items[i].strict && conflicts.length > 0) {
        throw new InvalidError(
          `The time conflicts with ${
            conflicts.map((title) => `"${title}"`).join(", ")
          }. Choose another time, or leave out strict.`,
        );
      }
      return { ...showTask(ctx, requireTask(ctx, id)), conflicts, why: slots[i]!.why };
    });
  });
}

function slotOf(ctx: Ctx, task: Task, input: ScheduleTaskInput): Slot {
  if (input.auto) return firstFit(ctx, task, input);
  if (input.start === null) return { scheduled: null, why: ["Its time was removed."] };
  if (input.start === undefined) {
    throw new InvalidError("Set start to a time, or to null to remove the time, or set auto to true.");
  }
  const start = Date.parse(input.start) / 1000;
  const end = input.end === undefined
    ? start + minutesFor(ctx, task, input) * 60
    : Date.parse(input.end) / 1000;
  if (end <= start) throw new InvalidError(`end is ${input.end}, which is not after start, ${input.start}.`);
  const pinned = input.pinned ?? true;
  return { scheduled: { start: timeAt(start), end: timeAt(end), pinned }, why: ["You chose this time."] };
}

const minutesFor = (ctx: Ctx, { fields }: Task, { durationMinutes }: ScheduleTaskInput): number =>
  durationMinutes ??
    Math.max(5, (fields.estimateMinutes ?? settingsOf(ctx).defaultDurationMinutes) - fields.spentMinutes);

/** Returns the first sufficient free working time before the task is due. Pinned times stay. */
function firstFit(ctx: Ctx, task: Task, input: ScheduleTaskInput): Slot {
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
    const why = [
      `The first ${minutes} free minutes of working time after ${timeAt(range.from)} are on ${date}.`,
      ...(settings.bufferMinutes > 0 ? [`${settings.bufferMinutes} min stay free around each event.`] : []),
    ];
    return {
      scheduled: { start: timeAt(from), end: timeAt(from + minutes * 60), pinned: input.pinned ?? false },
      why,
    };
  }
  throw new InvalidError(
    `"${task.fields.title}" takes ${minutes} min, and there is no free working time of that length until ${
      timeAt(range.to)
    }. Set another range with within, or a shorter durationMinutes.`,
  );
}

/** Blocks begin at multiples of five minutes. */
const roundUp = (seconds: number): number => Math.ceil(seconds / 300) * 300;

function rangeFor(ctx: Ctx, { fields: { due, deferUntil } }: Task, { within }: ScheduleTaskInput): Range {
  const { timeZone, horizonDays } = settingsOf(ctx);
  const now = Math.floor(ctx.now().getTime() / 1000);
  const from = Math.max(
    now,
    within ? secondsAt(within.from, timeZone) : now,
    deferUntil ? secondsAt(deferUntil, timeZone) : now,
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

function overlapping(ctx: Ctx, id: string, { scheduled }: Slot): string[] {
  if (scheduled === null) return [];
  const range = { from: Date.parse(scheduled.start) / 1000, to: Date.parse(scheduled.end) / 1000 };
  return busyIn(ctx, range, settingsOf(ctx)).filter(({ taskId, takesTime }) => taskId !== id && takesTime)
    .map(({ title }) => title);
}
