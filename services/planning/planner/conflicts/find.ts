import type { SettingsDocument } from "../../../../store/planner/settings.ts";
import type { Range } from "../../dates/range.ts";
import { type Busy, isAway } from "./busy.ts";
import { minutesOf, without, workingDays } from "./hours.ts";
import type { ConflictLimits, FoundConflict } from "./found.ts";
import { findPairs } from "./pairs.ts";

const ALL: ConflictLimits = { most: Infinity, concerns: () => true };

/** Finds conflicts in a range: intervals are half-open and must overlap by at least a minute. */
export function findConflicts(
  busy: readonly Busy[],
  range: Range,
  settings: SettingsDocument,
  limits: Partial<ConflictLimits> = {},
): FoundConflict[] {
  const whole = { ...ALL, ...limits };
  return [
    ...findPairs(busy, range, settings, whole),
    ...findOutsideHours(busy.filter(whole.concerns), range, settings),
  ].sort((a, b) => a.start - b.start || a.end - b.end).slice(0, whole.most);
}

function findOutsideHours(busy: readonly Busy[], range: Range, settings: SettingsDocument): FoundConflict[] {
  const timed = busy.filter(({ firm, allDay, takesTime, label }) =>
    firm && !allDay && takesTime && label !== "personal" && !isAway(label)
  );
  const around = {
    from: Math.min(range.from, ...timed.map(({ start }) => start)),
    to: Math.max(range.to, ...timed.map(({ end }) => end)),
  };
  const hours = Map.groupBy(
    workingDays(around, settings).flatMap(({ spans }) => spans),
    ({ from }) => Math.floor(from / 86_400),
  );
  return timed.flatMap((one): FoundConflict[] => {
    const near: Range[] = [];
    for (let day = Math.floor(one.start / 86_400) - 2; day <= Math.floor(one.end / 86_400) + 1; day++) {
      near.push(...hours.get(day) ?? []);
    }
    const outside = without([{ from: one.start, to: one.end }], near);
    const minutes = minutesOf(outside);
    if (minutes < 1) return [];
    return [{
      kind: "outside_hours",
      severity: "info",
      parts: [one],
      start: outside[0]!.from,
      end: outside.at(-1)!.to,
      minutes,
      explain: [
        `${minutes} of its ${
          Math.floor((one.end - one.start) / 60)
        } min are outside that day's working hours.`,
      ],
    }];
  }).filter(({ start, end }) => start < range.to && end > range.from);
}
