import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { dayAfter } from "../../dates/range.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import type { Fields } from "../../calendar_objects/change.ts";
import type { Edit } from "../../calendar_objects/edit.ts";
import { type Series, startOf } from "../../calendar_objects/series.ts";
import {
  type Form,
  isRepeated,
  secondsIn,
  type Wall,
  wallOfInput,
  zoneOf,
} from "../../icalendar/time_text.ts";
import { wallOf } from "../../icalendar/wall.ts";
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
  const start = event.start === undefined ? undefined : startOfInput(event.start, series.form, timeZone);
  const from = start ?? at ?? startOf(series);
  const length = lengthOfInput(event, from, series.form, timeZone);
  if (length !== undefined && isDate && length % 86_400 !== 0) {
    throw new InvalidError("The event is all-day, so its duration must be whole days.");
  }
  return { fields: fieldsOf(event), start, length, rrule: event.rrule, now: ctx.now() };
}

/** Returns the start of an input in a form. Throws `InvalidError` if the form cannot state it. */
export function startOfInput(text: string, form: Form, zone: string): Wall {
  const wall = wallOfInput(text, form, zone);
  if (form.kind === "zone" && isRepeated(Math.floor(Date.parse(text) / 1000), form)) {
    throw new InvalidError(
      `At ${text} the clocks of the event's time zone show ${
        wallOf(wall).slice(11, 16)
      } for the second time, which its calendar cannot state. Choose another start.`,
    );
  }
  return wall;
}

/** Returns how long an event lasts, in seconds; undefined where the input does not say. */
export function lengthOfInput(
  { end, durationMinutes }: EventInput,
  start: Wall,
  form: Form,
  zone: string,
): number | undefined {
  if (end === undefined) return durationMinutes === undefined ? undefined : durationMinutes * 60;
  if (durationMinutes !== undefined) throw new InvalidError("Set end or durationMinutes, not both.");
  const until = end.length === 10 ? dayAfter(end) : end;
  const ends = zoneOf(form) === null ? wallOfInput(until, form, zone) : Math.floor(Date.parse(until) / 1000);
  const length = ends - secondsIn(start, form);
  if (length <= 0) throw new InvalidError(`end is ${end}, which is not after the start.`);
  return length;
}

/** Returns the fields of an input other than times. */
export const fieldsOf = (
  { start: _, end: _1, durationMinutes: _2, timeZone: _3, rrule: _4, ...fields }: EventInput,
): Fields => fields;
