import type { Ctx } from "../../../../ground/kernel/context.ts";
import { busyAround, busyFrom } from "../../conflicts/busy.ts";
import { freeDays } from "../../conflicts/hours.ts";
import { clockAt, type Range } from "../../../dates/range.ts";
import type { Occurring } from "../../items/occurrences.ts";
import { settingsOf } from "../../../planner_settings/settings.ts";
import { occurs } from "./occurs.ts";
import { type TaskSearch, tasksWhere } from "./due_tasks.ts";
import { citeTask, type Claim } from "./proof.ts";
import { isMomentRange, seconds, within } from "../../../dates/words.ts";

/** Answers whether a person is free in a range, from the events in it. */
export function freeOrBusy(ctx: Ctx, found: readonly Occurring[], scope: TaskSearch): Claim[] {
  const { range } = scope;
  const takes = new Set(
    busyFrom(ctx, found, settingsOf(ctx)).filter(({ takesTime }) => takesTime).map(({ key }) => key),
  );
  const busy = found.filter(({ key }) => takes.has(key));
  const blocks = tasksWhere(
    ctx,
    scope,
    ({ scheduled }) =>
      scheduled !== null && seconds(scheduled.start) < range.to && seconds(scheduled.end) > range.from,
  );
  if (busy.length + blocks.length === 0) {
    const text = `You are free ${within(ctx, range)}.`;
    return [{ text, cites: [], computed: [text] }];
  }
  const minutes = minutesTaken([
    ...busy.map(({ start, end }) => [start, end] as const),
    ...blocks.map(({ fields }) =>
      [seconds(fields.scheduled!.start), seconds(fields.scheduled!.end)] as const
    ),
  ], range);
  const text = isMomentRange(range)
    ? `You are busy ${within(ctx, range)}.`
    : `${minutes} of ${Math.round((range.to - range.from) / 60)} minutes are booked ${within(ctx, range)}.`;
  return [
    { text, cites: [], computed: [text] },
    ...busy.slice(0, scope.limit).map((one) => occurs(ctx, one)),
    ...blocks.slice(0, scope.limit).map(({ row, fields }) => ({
      text: `Time is reserved for "${fields.title}".`,
      cites: [citeTask(row, fields)],
      computed: [],
    })),
  ];
}

function minutesTaken(spans: readonly (readonly [number, number])[], range: Range): number {
  let taken = 0;
  let until = range.from;
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const from = Math.max(start, until);
    const to = Math.min(end, range.to);
    if (to > from) taken += to - from;
    until = Math.max(until, to);
  }
  return Math.round(taken / 60);
}

/** Answers when a person has that many free minutes of working time in a row. */
export function freeTimes(ctx: Ctx, minutes: number, { range, limit }: TaskSearch): Claim[] {
  const settings = settingsOf(ctx);
  const ahead = { from: Math.max(range.from, Math.floor(ctx.now().getTime() / 1000)), to: range.to };
  const busy = ahead.to > ahead.from ? busyAround(ctx, ahead, settings) : [];
  const days = (ahead.to > ahead.from ? freeDays(ahead, busy, settings) : []).map(({ date, spans }) => ({
    date,
    spans: spans.filter(({ from, to }) => to - from >= minutes * 60),
  })).filter(({ spans }) => spans.length > 0);
  const texts = days.slice(0, limit).map(({ date, spans }) => {
    const clock = (at: number) => clockAt(at, settings.timeZone).slice(11);
    const said = spans.map(({ from, to }) => `from ${clock(from)} to ${clock(to)}`).join(" and ");
    return `You are free on ${date} ${said}.`;
  });
  const none = `No ${minutes} minutes of working time in a row are free ${within(ctx, range)}.`;
  return (texts.length > 0 ? texts : [none]).map((text) => ({ text, cites: [], computed: [text] }));
}
