import { RRuleTemporal } from "rrule-temporal";
import type { Occurrence } from "../../../store/planner/item.ts";
import { CALENDAR_LIMITS as LIMITS } from "./limits.ts";
import { isWithinDay, readRule, type Rule, writeRule } from "./rule.ts";
import { placeInZone, wallInZone, wallOf, wallSeconds } from "./wall.ts";
import { evenTimes, nearOnly, type RuleWindow } from "./within_day.ts";
import type { Zone } from "./zone.ts";

/** A date or time of a series: local, or a moment if given in UTC or in another zone. */
export type SeriesTime = { wall: number; allDay: boolean };

/** A moved part of a series: its start, its shift, and the new duration. */
export type Shift = { from: number; by: number; duration: number };

/** A series of occurrences, as one event states it. */
type OccurrenceSeries = {
  /** Local time. */
  start: number;
  /** In seconds; local for dates. */
  duration: number;
  allDay: boolean;
  /** Null if it floats, or is a date. */
  zone: Zone | null;
  rules: readonly string[];
  added?: readonly (SeriesTime & { duration?: number })[];
  excluded?: readonly SeriesTime[];
  /** Rules of occurrences that are left out (EXRULE of RFC 2445). */
  excludingRules?: readonly string[];
  /** Keys of occurrences with separate events. */
  overridden?: ReadonlySet<string>;
  shifts?: readonly Shift[];
};

/** The occurrences of a series in a window. */
type SeriesOccurrences = { occurrences: Occurrence[]; flags: string[] };

/** The limit of a rule's iterations: enough for each day since 1900. */
const MAX_ITERATIONS = 120_000;
/** The limits of what one rule makes. Each time that it lists costs more than a day does: four a day since 1985 are read. */
const MAX_CANDIDATES = MAX_ITERATIONS * 4;
const MAX_CANDIDATES_WITHIN_DAY = MAX_ITERATIONS / 2;

/** Returns the key of an occurrence: its RECURRENCE-ID in UTC, or as a date. */
export const keyOf = (seconds: number, allDay: boolean): string => {
  const wall = wallOf(seconds);
  const date = wall.slice(0, 4) + wall.slice(5, 7) + wall.slice(8, 10);
  return allDay ? date : `${date}T${wall.slice(11, 13)}${wall.slice(14, 16)}${wall.slice(17, 19)}Z`;
};

/**
 * Expands a series within a window of seconds; of too many occurrences it keeps those around `about`. Daily and slower rules count in
 * local time, so nine o'clock stays nine o'clock; faster ones count elapsed time. Throws if a rule cannot be read.
 */
export function expand(
  series: OccurrenceSeries,
  from: number,
  to: number,
  about: number = from,
): SeriesOccurrences {
  const { start, allDay, zone, added = [], excluded = [], shifts = [] } = series;
  const flags = new Set<string>();
  const place = (wall: number): number => {
    if (allDay || zone === null) return wall;
    const { seconds, adjusted } = placeInZone(wall, zone);
    if (adjusted) flags.add("dst_adjusted");
    return seconds;
  };
  const found = new Map<number, { duration: number }>();
  const add = (seconds: number, duration: number) => {
    if (seconds <= to && !found.has(seconds)) found.set(seconds, { duration });
  };
  const first = place(start);
  add(first, series.duration);
  const ofRules = (rules: readonly string[]) =>
    [...new Set(rules.map((rule) => writeRule(readRule(rule))))]
      .flatMap((text) => ofRule(readRule(text), series, { from, to, about, place, flags }));
  for (const seconds of ofRules(series.rules)) add(seconds, series.duration);
  for (const { wall, duration } of added) {
    // A period has its own duration, even where a rule has the same start.
    if (duration !== undefined) found.delete(place(wall));
    add(place(wall), duration ?? series.duration);
  }
  const leftOut = new Set([
    ...excluded.filter((each) => each.allDay === allDay).map(({ wall }) => place(wall)),
    ...ofRules(series.excludingRules ?? []),
  ]);
  const days = new Set(
    excluded.filter((each) => each.allDay && !allDay).map(({ wall }) => wallOf(wall).slice(0, 10)),
  );
  const dayOf = (seconds: number) => wallOf(zone === null ? seconds : wallInZone(seconds, zone)).slice(0, 10);
  const occurrences = [...found].sort(([a], [b]) => a - b)
    .filter(([seconds]) => !leftOut.has(seconds) && (days.size === 0 || !days.has(dayOf(seconds))))
    .filter(([seconds]) => !series.overridden?.has(keyOf(seconds, allDay)))
    .map(([seconds, { duration }]) => shifted(seconds, duration, { shifts, allDay }))
    .filter(({ start, end }) => end >= from && start <= to);
  const excess = Math.max(0, occurrences.length - LIMITS.occurrences);
  if (excess > 0) flags.add("recurrence_truncated");
  const next = occurrences.findIndex(({ start }) => start >= about);
  const kept = next < 0 ? excess : Math.min(excess, Math.max(0, next - LIMITS.occurrencesBefore));
  return { occurrences: occurrences.slice(kept, kept + LIMITS.occurrences), flags: [...flags] };
}

type Shifted = { shifts: readonly Shift[]; allDay: boolean };

function shifted(seconds: number, duration: number, { shifts, allDay }: Shifted): Occurrence {
  const shift = shifts.findLast(({ from }) => seconds >= from);
  if (!shift) return { start: seconds, end: seconds + duration };
  const start = seconds + shift.by;
  return { start, end: start + shift.duration, key: keyOf(seconds, allDay) };
}

type Expansion = RuleWindow & { place: (wall: number) => number; flags: Set<string> };

function ofRule(rule: Rule, series: OccurrenceSeries, expansion: Expansion): number[] {
  const { from, to, about, place, flags } = expansion;
  const { start, zone, duration, shifts = [] } = series;
  // The library knows built-in zones only.
  const inZone = isWithinDay(rule) && typeof zone === "string";
  const tzid = inZone ? zone : "UTC";
  withUntil(rule, series, inZone);
  const isExact = isWithinDay(rule) && (inZone || zone === null) && shifts.length === 0;
  const margin = (isExact ? 0 : 2 * 86_400) + duration;
  const begin = from - margin;
  const even = evenTimes(rule, inZone ? place(start) : start, { from: begin, to: to + margin, about });
  if (even) {
    if (even.truncated) flags.add("recurrence_truncated");
    return inZone ? even.times : even.times.map(place);
  }
  const rruleString = `DTSTART;TZID=${tzid}:${wallOf(start).replaceAll(/[-:]/g, "")}\nRRULE:${
    writeRule(rule)
  }`;
  const whole = { from: Math.max(begin, start - 86_400), to: to + margin, about };
  const windows = [whole, ...nearOnly(rule, whole)];
  for (const window of windows) {
    try {
      const recurrence = new RRuleTemporal({
        rruleString,
        maxIterations: MAX_ITERATIONS,
        maxCandidateEvaluations: isWithinDay(rule) || listsTimes(rule)
          ? MAX_CANDIDATES_WITHIN_DAY
          : MAX_CANDIDATES,
        cache: false,
      });
      const found = recurrence.between(new Date(window.from * 1000), new Date(window.to * 1000), true);
      if (found.length > 0 || window === whole) {
        return found.slice(0, LIMITS.count + 1)
          .map(({ epochMilliseconds }) =>
            inZone ? epochMilliseconds / 1000 : place(epochMilliseconds / 1000)
          );
      }
      // Its times may be far from there, as those of a rule for one hour of the day.
      const next = windows.length === 2 ? recurrence.next(new Date(about * 1000), true) : null;
      if (next) windows.push(...nearOnly(rule, { ...whole, about: next.epochMilliseconds / 1000 }));
    } catch (cause) {
      if (!/iterations|candidate/i.test(String(cause))) {
        throw new Error("its rule says something that cannot be read", { cause });
      }
      flags.add("recurrence_truncated");
    }
  }
  return [];
}

/** Whether a rule states several times of each day, hour or minute. */
const listsTimes = (rule: Rule): boolean =>
  ["BYHOUR", "BYMINUTE", "BYSECOND"].some((name) => rule.get(name)?.includes(","));

/** Returns UNTIL in the time in which the rule counts, in UTC as the library requires. */
function withUntil(rule: Rule, { zone, allDay }: OccurrenceSeries, inZone: boolean): void {
  const until = rule.get("UNTIL");
  if (until === undefined) return;
  const isUtc = until.endsWith("Z");
  let wall = wallSeconds(until.replace(/Z$/, ""));
  if (!until.includes("T")) wall += allDay ? 0 : 86_399;
  else if (allDay) wall = wallSeconds(until.slice(0, 8));
  if (isUtc && zone !== null && !inZone) wall = wallInZone(wall, zone);
  if (!isUtc && zone !== null && inZone) wall = placeInZone(wall, zone).seconds;
  rule.set("UNTIL", `${wallOf(wall).replaceAll(/[-:]/g, "")}Z`);
}
