import type { SettingsDocument } from "../../../store/planner/settings.ts";
import { dayIn, type Range } from "../range.ts";
import { type Busy, isAway } from "./busy.ts";
import { minutesOf, without, workingDays } from "./hours.ts";

/** What kinds of conflicts there are. */
export type ConflictKind =
  | "time_off"
  | "double_booked"
  | "overlap"
  | "buffer_violation"
  | "outside_hours"
  | "deadline_at_risk";

/** A conflict as arithmetic says it: who takes part, from when to when, and by how much. */
export type Found = {
  kind: ConflictKind;
  severity: "info" | "warning" | "high" | "critical";
  parts: Busy[];
  start: number;
  end: number;
  minutes: number;
  explain: string[];
};

/** Finds what stands against each other in a range: intervals are half open, and at least a minute has to be shared. */
export function findConflicts(busy: readonly Busy[], range: Range, settings: SettingsDocument): Found[] {
  return [...findPairs(busy, settings), ...findOutsideHours(busy, range, settings)]
    .filter(({ start, end }) => start < range.to && end > range.from)
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

function findPairs(busy: readonly Busy[], settings: SettingsDocument): Found[] {
  const reach = Math.max(settings.bufferMinutes, settings.travelBufferMinutes ?? 0) * 60;
  const found: Found[] = [];
  let open: Busy[] = [];
  for (const one of busy) {
    open = open.filter(({ end }) => end + reach > one.start);
    for (const other of open) {
      const conflict = ofPair(other, one, settings);
      if (conflict) found.push(conflict);
    }
    open.push(one);
  }
  return found;
}

/** A pair has at most one kind; `a` begins first. */
function ofPair(a: Busy, b: Busy, settings: SettingsDocument): Found | null {
  if (a.artifactId !== null && a.artifactId === b.artifactId) return null;
  const start = Math.max(a.start, b.start);
  const end = Math.min(a.end, b.end);
  const minutes = Math.floor((end - start) / 60);
  const shared = { parts: [a, b], start, end, minutes };
  if (minutes >= 1) {
    const away = [a, b].filter(({ label }) => isAway(label));
    if (away.length === 2) return null;
    const timed = [a, b].find(({ label, allDay, takesTime }) => !isAway(label) && !allDay && takesTime);
    if (away.length === 1 && timed) {
      return {
        ...shared,
        kind: "time_off",
        severity: timed.firm ? "high" : "warning",
        explain: [`"${timed.title}" shares ${minutes} min with the time off "${away[0]!.title}".`],
      };
    }
    if (!a.takesTime || !b.takesTime) return null;
    const explain = [`Both take ${minutes} min of the same time.`];
    const firm = a.firm && b.firm && !a.allDay && !b.allDay;
    if (firm) return { ...shared, kind: "double_booked", severity: "high", explain };
    const why = [a, b].map((one) =>
      one.allDay ? `"${one.title}" takes the whole day.` : one.firm ? "" : `"${one.title}" is not confirmed.`
    ).filter(Boolean);
    return { ...shared, kind: "overlap", severity: "warning", explain: [...explain, ...why] };
  }
  return ofGap(a, b, settings);
}

function ofGap(a: Busy, b: Busy, settings: SettingsDocument): Found | null {
  const isFirm = ({ firm, allDay, takesTime, label }: Busy) => firm && !allDay && takesTime && !isAway(label);
  const sameDay = dayIn(a.end, settings.timeZone) === dayIn(b.start, settings.timeZone);
  if (!isFirm(a) || !isFirm(b) || !sameDay || b.start < a.end) return null;
  const gap = Math.floor((b.start - a.end) / 60);
  const travels = a.location !== "" && b.location !== "" && a.location !== b.location && !a.hasLink &&
    !b.hasLink;
  const needed = travels ? settings.travelBufferMinutes ?? settings.bufferMinutes : settings.bufferMinutes;
  if (gap >= needed) return null;
  return {
    kind: "buffer_violation",
    severity: "info",
    parts: [a, b],
    start: a.end,
    end: Math.max(b.start, a.end + 1),
    minutes: needed - gap,
    explain: [
      `${gap} min lie between them, and ${needed} min are wanted${
        travels ? " to get from one place to the other" : ""
      }.`,
    ],
  };
}

function findOutsideHours(busy: readonly Busy[], range: Range, settings: SettingsDocument): Found[] {
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
  return timed.flatMap((one): Found[] => {
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
        } min lie outside of the working hours of that day.`,
      ],
    }];
  });
}
