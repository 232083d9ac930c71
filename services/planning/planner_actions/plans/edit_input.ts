import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { dayAfter } from "../../dates/range.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import type { Fields } from "../../calendar_objects/change.ts";
import type { Edit } from "../../calendar_objects/edit.ts";
import { type Series, startOf } from "../../calendar_objects/series.ts";
import { type Form, type Wall, wallOfInput } from "../../icalendar/time_text.ts";
import type { CalendarActionInput, EventInput } from "./schemas.ts";

/** Returns what an input changes in an existing event; `at` is the occurrence that is meant. Throws `InvalidError`. */
export function editOf(
  ctx: Ctx,
  { event = {}, action }: CalendarActionInput,
  series: Series,
  at: Wall | null,
): Edit {
  const { timeZone } = settingsOf(ctx);
  if (event.timeZone !== undefined) {
    throw new InvalidError("The time zone of an existing event cannot be changed. Leave out timeZone.");
  }
  if (Object.keys(event).length === 0) {
    throw new InvalidError("Set event to the fields that you want to change.");
  }
  const onlyTimes = ["start", "end", "durationMinutes"];
  const other = Object.keys(event).find((name) => !onlyTimes.includes(name));
  if (action === "move" && other !== undefined) {
    throw new InvalidError(
      `A move only takes start, end and durationMinutes. Use update to change ${other}.`,
    );
  }
  const isDate = series.form.kind === "date";
  for (const text of [event.start, event.end]) {
    if (text !== undefined && (text.length === 10) !== isDate) {
      throw new InvalidError(
        isDate
          ? "The event is all-day, so start and end must be dates."
          : "The event has a time, so start and end must be times such as 2026-03-01T09:00:00Z.",
      );
    }
  }
  const start = event.start === undefined ? undefined : wallOfInput(event.start, series.form, timeZone);
  const from = start ?? at ?? startOf(series);
  const length = event.end !== undefined
    ? betweenOf(event.start, event.end, from, series, timeZone)
    : event.durationMinutes === undefined
    ? undefined
    : event.durationMinutes * 60;
  if (length !== undefined && isDate && length % 86_400 !== 0) {
    throw new InvalidError("The event is all-day, so its duration must be whole days.");
  }
  return { fields: fieldsOf(event), start, length, rrule: event.rrule, now: ctx.now() };
}

function betweenOf(
  startText: string | undefined,
  endText: string,
  from: Wall,
  series: Series,
  zone: string,
): number {
  const { form } = series;
  if (startText !== undefined) return lengthOfInput({ end: endText }, startText, form)!;
  const end = wallOfInput(endText.length === 10 ? dayAfter(endText) : endText, form, zone);
  return positive(end - from, endText);
}

/** Returns how long a new event lasts, in seconds; null where the input does not say. */
export function lengthOfInput(
  { end, durationMinutes }: EventInput,
  start: string,
  form: Form,
): number | null {
  if (end === undefined) return durationMinutes === undefined ? null : durationMinutes * 60;
  if (durationMinutes !== undefined) throw new InvalidError("Set end or durationMinutes, not both.");
  if ((end.length === 10) !== (form.kind === "date")) {
    throw new InvalidError(`start is ${start} and end is ${end}. Both must be dates, or both times.`);
  }
  const until = end.length === 10 ? dayAfter(end) : end;
  return positive((Date.parse(until) - Date.parse(start)) / 1000, end);
}

function positive(length: number, end: string): number {
  if (length <= 0) throw new InvalidError(`end is ${end}, which is not after the start.`);
  return length;
}

/** Returns the fields of an input other than times. */
export const fieldsOf = (
  { start: _, end: _1, durationMinutes: _2, timeZone: _3, rrule: _4, ...fields }: EventInput,
): Fields => fields;
