import { z } from "zod";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import {
  clockAt,
  dayAfter,
  dayIn,
  type Range,
  requireKnown,
  secondsAt,
  startOfDay,
  timeAt,
} from "../../dates/range.ts";
import { windowAt } from "../../dates/window.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { busyAround } from "../conflicts/busy.ts";
import { freeDays, minutesOf } from "../conflicts/hours.ts";
import { type CurrentTask, requireLiveTask } from "./read.ts";
import type { ScheduleTaskInput } from "./schedule_schemas.ts";
import { minutesSchema } from "./schemas.ts";
import { endOfWait } from "./waits.ts";

/** How long the time has to be, and where it is looked for; the task and the settings say what is left out. */
type Wanted = Pick<ScheduleTaskInput, "durationMinutes" | "within">;

export const freeTimesQuerySchema = z.object({
  durationMinutes: z.coerce.number().pipe(minutesSchema).optional().describe("default: the task's estimate"),
});

export const freeTimesSchema = z.array(z.object({ start: z.iso.datetime(), end: z.iso.datetime() }));
type FreeTimes = z.output<typeof freeTimesSchema>;

const MAX_PROPOSED = 3;

/** Returns up to three free times for a task, each in another half of a day, the earliest first. Reserves none of them. */
export const proposeTimes = (ctx: Ctx, id: string, wanted: Wanted): FreeTimes =>
  freeTimes(ctx, requireLiveTask(ctx, id), wanted).take(MAX_PROPOSED).map(({ from, to }) => ({
    start: timeAt(from),
    end: timeAt(to),
  })).toArray();

/** Returns how long a task takes: what is asked for, or what is left of its estimate. */
export const minutesFor = (ctx: Ctx, { fields }: CurrentTask, { durationMinutes }: Wanted): number =>
  durationMinutes ??
    Math.max(5, (fields.estimateMinutes ?? settingsOf(ctx).defaultDurationMinutes) - fields.spentMinutes);

/**
 * Finds the first sufficient free working time of each half day before the task is due, in their order. Throws `InvalidError` if there
 * is none.
 */
export function* freeTimes(ctx: Ctx, task: CurrentTask, wanted: Wanted): Generator<Range, void> {
  const settings = settingsOf(ctx);
  const { timeZone, dailyCapMinutes } = settings;
  const minutes = minutesFor(ctx, task, wanted);
  const range = rangeFor(ctx, task, wanted);
  // The cap is that of whole days.
  const days = {
    from: startOfDay(dayIn(range.from, timeZone), timeZone),
    to: startOfDay(dayAfter(dayIn(range.to - 1, timeZone)), timeZone),
  };
  const busy = busyAround(ctx, days, settings).filter(({ taskId }) => taskId !== task.row.id);
  let found = false;
  for (const { date, spans } of freeDays(range, busy, settings)) {
    const day = { from: startOfDay(date, timeZone), to: startOfDay(dayAfter(date), timeZone) };
    const taken = busy.filter((one) => one.taskId !== null && one.start >= day.from && one.start < day.to);
    const blocks = minutesOf(taken.map(({ start, end }) => ({ from: start, to: end })));
    if (dailyCapMinutes !== null && blocks + minutes > dailyCapMinutes) continue;
    const noon = secondsAt(`${date}T12:00:00`, timeZone);
    for (const half of [{ from: day.from, to: noon }, { from: noon, to: day.to }]) {
      const time = firstIn(spans, half, minutes * 60);
      if (!time) continue;
      found = true;
      yield time;
    }
  }
  if (found) return;
  throw new InvalidError(
    `"${task.fields.title}" takes ${minutes} min, and there is no free working time of that length from ${
      clockAt(range.from, timeZone)
    } until ${
      clockAt(range.to, timeZone)
    } (${timeZone}). Set another range with within, or a shorter durationMinutes.`,
  );
}

/** Returns the first time of that length that begins in a half day; it may end after it. */
function firstIn(spans: readonly Range[], half: Range, length: number): Range | null {
  for (const span of spans) {
    const from = roundUp(Math.max(span.from, half.from));
    if (from < half.to && from + length <= span.to) return { from, to: from + length };
  }
  return null;
}

/** Blocks begin at multiples of five minutes. */
const roundUp = (seconds: number): number => Math.ceil(seconds / 300) * 300;

function rangeFor(ctx: Ctx, task: CurrentTask, { within }: Wanted): Range {
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
  const range = { from, to: Math.min(to, from + 366 * 86_400, windowAt(ctx.now()).to) };
  requireKnown(range, ctx.now());
  return range;
}
