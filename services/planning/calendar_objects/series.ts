import type { Zones } from "../icalendar/zones.ts";
import {
  type Component,
  copyOf,
  isComponent,
  lineOf,
  linesNamed,
  readObject,
  setLines,
  zonesIn,
} from "./object_text.ts";
import { readLine } from "../icalendar/line.ts";
import { lengthOf, refuseChange, setTimes } from "./change.ts";
import { type Form, formOf, timeLine, type Wall, wallsOf } from "../icalendar/time_text.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** A calendar object with one event, or one series with its exceptions. */
export type Series = {
  object: Component;
  master: Component;
  /** Occurrences with separate events, each with its original time. */
  overrides: { event: Component; at: Wall }[];
  form: Form;
  zones: Zones;
};

/** Reads the object of an event. Throws `InvalidError` for one that cannot be changed here. */
export const readSeries = (text: string): Series => changing(() => seriesOf(readObject(text)));

/** Returns what is made of an object. Throws `InvalidError` where something in it cannot be read. */
export function changing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof ServiceError || cause instanceof TypeError) throw cause;
    return refuseChange(`The event cannot be changed here: ${messageOf(cause).replace(/\.$/, "")}.`);
  }
}

/** Returns a series that can be changed without changing the original. */
export const copySeries = ({ object }: Series): Series => seriesOf(copyOf(object));

function seriesOf(object: Component): Series {
  const components = object.children.filter(isComponent);
  const zones = zonesIn(object);
  const events = components.filter(({ name }) => name === "VEVENT");
  const masters = events.filter((event) => linesNamed(event, "RECURRENCE-ID").length === 0);
  const [master] = masters;
  if (!master || masters.length > 1) throw new Error("its object does not contain exactly one event");
  const [start] = linesNamed(master, "DTSTART");
  if (start === undefined) throw new Error("it has no DTSTART");
  const form = formOf(start, zones);
  const overrides = events.filter((event) => event !== master).map((event) => {
    const [text] = linesNamed(event, "RECURRENCE-ID");
    if (readLine(text!).parameters.has("RANGE")) {
      throw new Error("one of its exceptions applies to all later occurrences");
    }
    const [at] = wallsOf(text!, form, zones);
    if (at === undefined) throw new Error("one of its exceptions is of another kind of time");
    return { event, at };
  });
  return { object, master, overrides, form, zones };
}

/** Returns when an event of a series begins. Throws if it is of another kind of time than the series. */
export function startIn(event: Component, { form, zones }: Pick<Series, "form" | "zones">): Wall {
  const [text] = linesNamed(event, "DTSTART");
  const [start] = text === undefined ? [] : wallsOf(text, form, zones);
  if (start === undefined) throw new Error("its start is of another kind of time than that of its series");
  return start;
}

/** Returns when the series begins. */
export const startOf = ({ master, form, zones }: Series): Wall =>
  wallsOf(linesNamed(master, "DTSTART")[0]!, form, zones)[0]!;

/** Whether the event happens more than once. */
export const repeats = ({ master, overrides }: Series): boolean =>
  overrides.length > 0 || ["RRULE", "RDATE"].some((name) => linesNamed(master, name).length > 0);

/** Returns the events that a change is about: all, or that of one occurrence, whose people may be others than those of the series. */
export const meantIn = ({ master, overrides }: Series, only: Wall | null): Component[] =>
  only === null
    ? [master, ...overrides.map(({ event }) => event)]
    : [overrides.find(({ at }) => at === only)?.event ?? master];

/** Returns the dates of a property of the series. Refuses periods, which cannot be written here. */
export function datesOf({ master, form, zones }: Series, name: "RDATE" | "EXDATE"): Wall[] {
  return linesNamed(master, name).flatMap((text) => {
    if (/\//.test(readLine(text).value)) refuseChange("The series has dates with different durations.");
    return wallsOf(text, form, zones);
  });
}

/** Keeps the matching dates of a property. Lines that keep all dates do not change. */
export function keepDates(series: Series, name: "RDATE" | "EXDATE", fits: (wall: Wall) => boolean): void {
  const { master, form, zones } = series;
  const lines = linesNamed(master, name).flatMap((text) => {
    const walls = wallsOf(text, form, zones);
    const kept = walls.filter(fits);
    return kept.length === walls.length ? [text] : kept.length === 0 ? [] : [timeLine(name, kept, form)];
  });
  setLines(master, name, lines);
}

/** Excludes an occurrence from the series. */
export function exclude(series: Series, at: Wall): void {
  const { master, form } = series;
  series.object.children = series.object.children.filter((child) =>
    !series.overrides.some(({ event, at: other }) => other === at && event === child)
  );
  setLines(master, "EXDATE", [...linesNamed(master, "EXDATE"), timeLine("EXDATE", at, form)]);
}

/** Returns the event for one occurrence, created from the series if necessary. */
export function overrideAt(series: Series, at: Wall): Component {
  const { object, master, overrides, form, zones } = series;
  const known = overrides.find((each) => each.at === at);
  if (known) return known.event;
  const event = copyOf(master);
  for (const name of ["RRULE", "RDATE", "EXDATE", "EXRULE"]) setLines(event, name, []);
  const length = lengthOf(master, form, zones);
  setTimes(event, at, length, form, zones);
  const place = event.children.findIndex((child) => !isComponent(child) && /^DTSTART[:;]/i.test(child.text));
  event.children.splice(place, 0, lineOf(timeLine("RECURRENCE-ID", at, form)));
  const last = object.children.findLastIndex((child) => isComponent(child) && child.name === "VEVENT");
  object.children.splice(last + 1, 0, event);
  overrides.push({ event, at });
  return event;
}
