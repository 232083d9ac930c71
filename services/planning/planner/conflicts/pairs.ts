import type { SettingsDocument } from "../../../../store/planner/settings.ts";
import { dayAfter, dayIn, type Range, startOfDay } from "../../dates/range.ts";
import { type Busy, isAway } from "./busy.ts";
import type { ConflictLimits, FoundConflict } from "./found.ts";

/**
 * Sweeps over entries by start and finds the pairs in conflict. Once there are enough, only earlier ones are added: a thousand
 * events at the same time have half a million pairs, and no one reads them.
 */
export function findPairs(
  busy: readonly Busy[],
  range: Range,
  settings: SettingsDocument,
  { most, concerns }: ConflictLimits,
): FoundConflict[] {
  const reach = Math.max(settings.bufferMinutes, settings.travelBufferMinutes ?? 0) * 60;
  const isSameDay = sameDayOf(settings.timeZone);
  const found: FoundConflict[] = [];
  let enough = Infinity;
  let open: Busy[] = [];
  for (const b of busy) {
    if (b.start - reach > enough) break;
    open = open.filter(({ end }) => end + reach > b.start);
    for (const a of open) {
      const start = Math.min(b.start, a.end);
      if (start >= enough || !(concerns(a) || concerns(b))) continue;
      const conflict = ofPair(a, b, settings, isSameDay);
      if (!conflict || conflict.start >= range.to || conflict.end <= range.from) continue;
      found.push(conflict);
      if (found.length === most) enough = Math.max(...found.map((each) => each.start));
    }
    open.push(b);
  }
  return found;
}

/** Whether two moments are on the same day. When asked in order, it converts only once per day. */
function sameDayOf(zone: string): (end: number, start: number) => boolean {
  let day: Range = { from: 0, to: 0 };
  return (end, start) => {
    if (start < day.from || start >= day.to) {
      const date = dayIn(start, zone);
      day = { from: startOfDay(date, zone), to: startOfDay(dayAfter(date), zone) };
    }
    return end >= day.from && end < day.to;
  };
}

type SameDay = ReturnType<typeof sameDayOf>;

/** A pair has at most one kind; `a` begins first. */
function ofPair(a: Busy, b: Busy, settings: SettingsDocument, isSameDay: SameDay): FoundConflict | null {
  if (a.artifactId !== null && a.artifactId === b.artifactId) return null;
  const start = Math.max(a.start, b.start);
  const end = Math.min(a.end, b.end);
  const minutes = Math.floor((end - start) / 60);
  if (minutes < 1) return ofGap(a, b, settings, isSameDay);
  const shared = { parts: [a, b], start, end, minutes };
  const away = [a, b].filter(({ label }) => isAway(label));
  if (away.length === 2) return null;
  const timed = [a, b].find(({ label, allDay, takesTime }) => !isAway(label) && !allDay && takesTime);
  if (away.length === 1 && timed) {
    return {
      ...shared,
      kind: "time_off",
      severity: timed.firm ? "high" : "warning",
      explain: [`"${timed.title}" overlaps by ${minutes} min with the time off "${away[0]!.title}".`],
    };
  }
  if (!a.takesTime || !b.takesTime) return null;
  const explain = [`They overlap by ${minutes} min.`];
  const firm = a.firm && b.firm && !a.allDay && !b.allDay;
  if (firm) return { ...shared, kind: "double_booked", severity: "high", explain };
  const why = [a, b].map((one) =>
    one.allDay ? `"${one.title}" takes the whole day.` : one.firm ? "" : `"${one.title}" is not confirmed.`
  ).filter(Boolean);
  return { ...shared, kind: "overlap", severity: "warning", explain: [...explain, ...why] };
}

const isFirm = ({ firm, allDay, takesTime, label }: Busy): boolean =>
  firm && !allDay && takesTime && !isAway(label);

function ofGap(a: Busy, b: Busy, settings: SettingsDocument, isSameDay: SameDay): FoundConflict | null {
  if (!isFirm(a) || !isFirm(b) || b.start < a.end) return null;
  const gap = Math.floor((b.start - a.end) / 60);
  const travels = a.location !== "" && b.location !== "" && a.location !== b.location && !a.hasLink &&
    !b.hasLink;
  const needed = travels ? settings.travelBufferMinutes ?? settings.bufferMinutes : settings.bufferMinutes;
  if (gap >= needed || !isSameDay(a.end, b.start)) return null;
  return {
    kind: "buffer_violation",
    severity: "info",
    parts: [a, b],
    start: a.end,
    end: Math.max(b.start, a.end + 1),
    minutes: needed - gap,
    explain: [
      `There are ${gap} min between them, and ${needed} min are needed${
        travels ? " to get from one place to the other" : ""
      }.`,
    ],
  };
}
