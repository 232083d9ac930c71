import { wallOf } from "../icalendar/wall.ts";
import { writeRule } from "../icalendar/rule.ts";
import { addressOf, type Fields, lengthOf, refuseChange, setFields, setTimes, touch } from "./change.ts";
import { readLine, writeLine } from "../icalendar/line.ts";
import { isComponent, linesNamed, setLines } from "./object_text.ts";
import {
  hasOccurrence,
  namesDays,
  namesTimes,
  ruleFrom,
  ruleFromInput,
  ruleLater,
  ruleOf,
  ruleUntil,
} from "./rule_text.ts";
import {
  copySeries,
  datesOf,
  exclude,
  keepDates,
  overrideAt,
  repeats,
  type Series,
  startIn,
  startOf,
} from "./series.ts";
import { timeLine, type Wall, wallsOf } from "../icalendar/time_text.ts";

/** A person's changes. Times are local, in the form of the event. */
export type Edit = {
  fields: Fields;
  /** The new start of the event, or of the occurrence that is meant. */
  start?: Wall | undefined;
  /** In seconds. */
  length?: number | undefined;
  /** Null turns a series into a single event. */
  rrule?: string | null | undefined;
  now: Date;
};

const DAY = 86_400;

const matters = ({ fields, start, length, rrule }: Edit): boolean =>
  start !== undefined || length !== undefined || rrule !== undefined || fields.location !== undefined;

/** Changes one occurrence. */
export function editThis(series: Series, at: Wall, edit: Edit): Series {
  const copy = copySeries(series);
  const { form, zones } = copy;
  const event = overrideAt(copy, at);
  const before = startIn(event, copy);
  const length = edit.length ?? lengthOf(event, form, zones);
  if (edit.rrule !== undefined) refuseChange("A single occurrence cannot have a rule. Leave out rrule.");
  setFields(event, edit.fields);
  setTimes(event, edit.start ?? before, length, form, zones);
  touch(event, edit.now, matters(edit));
  return copy;
}

/** Changes the whole event. `at` is the occurrence that is meant: all of them move by the same amount. */
export function editAll(series: Series, at: Wall | null, edit: Edit): Series {
  const copy = copySeries(series);
  const by = edit.start === undefined ? 0 : edit.start - (at ?? startOf(copy));
  change(copy, by, at, edit);
  return copy;
}

/** Changes an occurrence and all later ones: the series ends before it, and a new one begins there. */
export function editFollowing(
  series: Series,
  at: Wall,
  uid: string,
  edit: Edit,
): { kept: Series; split: Series } {
  const split = copySeries(series);
  const { form, zones, master } = split;
  const rule = ruleOf(master);
  if (rule && datesOf(split, "RDATE").includes(at) && !hasOccurrence(rule, startOf(split), at, form)) {
    refuseChange(
      "That date was added to the series, and later ones do not follow it. Choose a date of its rule, or change this one alone.",
    );
  }
  if (rule) setLines(master, "RRULE", [`RRULE:${writeRule(ruleFrom(rule, startOf(split), at, form))}`]);
  setTimes(master, at, lengthOf(master, form, zones), form, zones);
  for (const name of ["RDATE", "EXDATE"] as const) keepDates(split, name, (wall) => wall >= at);
  keepOverrides(split, (wall) => wall >= at);
  for (const event of [master, ...split.overrides.map((each) => each.event)]) {
    setLines(event, "UID", [`UID:${uid}`]);
    setLines(event, "SEQUENCE", []);
  }
  change(split, edit.start === undefined ? 0 : edit.start - at, at, edit);
  return { kept: endBefore(series, at, edit.now), split };
}

/** Ends a series before an occurrence. */
export function endBefore(series: Series, at: Wall, now: Date): Series {
  const kept = copySeries(series);
  const rule = ruleOf(kept.master);
  if (rule) setLines(kept.master, "RRULE", [`RRULE:${writeRule(ruleUntil(rule, at, kept.form))}`]);
  for (const name of ["RDATE", "EXDATE"] as const) keepDates(kept, name, (wall) => wall < at);
  keepOverrides(kept, (wall) => wall < at);
  touch(kept.master, now, true);
  return kept;
}

/** Removes one occurrence. */
export function cancelThis(series: Series, at: Wall, now: Date): Series {
  const copy = copySeries(series);
  exclude(copy, at);
  touch(copy.master, now, true);
  return copy;
}

/** Writes a person's response to an invitation, for one occurrence or for all. Refuses if they were not invited. */
export function respond(
  series: Series,
  at: Wall | null,
  { emails, partstat, now }: { emails: readonly string[]; partstat: string; now: Date },
): Series {
  const copy = copySeries(series);
  const events = at === null
    ? [copy.master, ...copy.overrides.map(({ event }) => event)]
    : [overrideAt(copy, at)];
  let found = false;
  for (const event of events) {
    const lines = linesNamed(event, "ATTENDEE").map((text) => {
      if (!emails.includes(addressOf(text))) return text;
      found = true;
      const { parameters, value } = readLine(text);
      const kept = [...parameters].filter(([name]) => name !== "PARTSTAT" && name !== "RSVP");
      return writeLine("ATTENDEE", value, [...kept, ["PARTSTAT", partstat]]);
    });
    setLines(event, "ATTENDEE", lines);
    touch(event, now, false);
  }
  if (!found) {
    refuseChange(
      "None of your addresses is invited to this event. Add the invited address to identity.emails.",
    );
  }
  return copy;
}

function keepOverrides(series: Series, fits: (at: Wall) => boolean): void {
  const dropped = new Set(series.overrides.filter(({ at }) => !fits(at)).map(({ event }) => event));
  series.object.children = series.object.children.filter((child) =>
    !isComponent(child) || !dropped.has(child)
  );
  series.overrides = series.overrides.filter(({ at }) => fits(at));
}

/** Changes a series; `looked` is the occurrence that is meant, which moves too even if it is an exception. */
function change(series: Series, by: number, looked: Wall | null, edit: Edit): void {
  const { master, overrides, form, zones } = series;
  const start = startOf(series);
  const length = lengthOf(master, form, zones);
  const rule = ruleOf(master);
  const exceptions = overrides.length + datesOf(series, "EXDATE").length + datesOf(series, "RDATE").length;
  const sameDay = wallOf(start).slice(0, 10) === wallOf(start + by).slice(0, 10);
  if (edit.rrule !== undefined && repeats(series) && exceptions > 0) {
    refuseChange(
      `The series has ${exceptions} exceptions, which may not match another rule. Leave out rrule, or create a new series.`,
    );
  }
  if (edit.rrule === undefined && !sameDay && rule && namesDays(rule)) {
    refuseChange("The rule of the series determines its days. Include an rrule that matches the new day.");
  }
  if (edit.rrule === undefined && by % DAY !== 0 && rule && namesTimes(rule)) {
    refuseChange("The rule of the series determines its times. Include an rrule that matches the new time.");
  }
  const meant = overrides.find(({ at }) => at === looked)?.event ?? null;
  setFields(master, edit.fields, overrides.map(({ event }) => event), meant);
  const moves = edit.start !== undefined || edit.length !== undefined;
  const follow = overrides.filter(({ event, at }) =>
    (event === meant && moves) || wallsOf(linesNamed(event, "DTSTART")[0]!, form, zones)[0] === at &&
      lengthOf(event, form, zones) === length
  );
  setTimes(master, start + by, edit.length ?? length, form, zones);
  for (const { event, at } of follow) setTimes(event, at + by, edit.length ?? length, form, zones);
  if (by !== 0) shiftDates(series, by);
  if (edit.rrule === null) setLines(master, "RRULE", []);
  else if (edit.rrule !== undefined) {
    setLines(master, "RRULE", [`RRULE:${writeRule(ruleFromInput(edit.rrule, form))}`]);
  } else if (rule && by !== 0) setLines(master, "RRULE", [`RRULE:${writeRule(ruleLater(rule, by, form))}`]);
  for (const event of [master, ...overrides.map((each) => each.event)]) {
    touch(event, edit.now, matters(edit));
  }
}

function shiftDates(series: Series, by: number): void {
  const { master, overrides, form } = series;
  for (const name of ["RDATE", "EXDATE"] as const) {
    const dates = datesOf(series, name);
    setLines(master, name, dates.length === 0 ? [] : [timeLine(name, dates.map((wall) => wall + by), form)]);
  }
  for (const override of overrides) {
    override.at += by;
    setLines(override.event, "RECURRENCE-ID", [timeLine("RECURRENCE-ID", override.at, form)]);
  }
}
