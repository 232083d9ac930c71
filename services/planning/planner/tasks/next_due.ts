import type { Due, TaskFields } from "../../../../store/planner/task.ts";
import { expand } from "../../icalendar/expand.ts";
import { isWithinDay, readRule, writeRule } from "../../icalendar/rule.ts";
import { placeInZone, wallInZone, wallOf, wallSeconds } from "../../icalendar/wall.ts";

/** The next due date of a repeating task. */
type NextDue = { due: Due; rrule: string; movedSeconds: number };

const YEARS_AHEAD = 12;

/**
 * Returns the due date after a completion: the rule's next one after the later of its due date and the completion, or counted
 * from the completion. Null if the task does not repeat, has ended, or has an unsupported rule.
 */
export function nextTurn(
  { due, rrule, repeatFrom }: TaskFields,
  completedAt: Date,
  zone: string,
): NextDue | null {
  if (rrule === null || due === null) return null;
  const dated = "date" in due;
  const place = dated ? null : due.timeZone ?? zone;
  const done = wallInZone(Math.floor(completedAt.getTime() / 1000), place ?? zone);
  const start = dated ? wallSeconds(due.date) : wallInZone(Date.parse(due.at) / 1000, place!);
  const doneDay = dated ? wallSeconds(wallOf(done).slice(0, 10)) : done;
  const time = start - wallSeconds(wallOf(start).slice(0, 10));
  const from = repeatFrom === "completion" ? wallSeconds(wallOf(done).slice(0, 10)) + time : start;
  const after = repeatFrom === "completion" ? from : Math.max(start, doneDay);
  try {
    const rule = readRule(rrule);
    if (isWithinDay(rule)) return null;
    // Counted in local time, so that nine o'clock stays nine o'clock.
    const { occurrences } = expand(
      { start: from, duration: 0, allDay: dated, zone: null, rules: [rrule] },
      // What is long over need not be counted, unless the rule counts.
      rule.has("COUNT") ? from : after,
      after + YEARS_AHEAD * 366 * 86_400,
    );
    const at = occurrences.findIndex(({ start: each }) => each > after);
    if (at < 0) return null;
    const wall = occurrences[at]!.start;
    if (rule.has("COUNT")) {
      rule.set("COUNT", String(Number(rule.get("COUNT")) - (repeatFrom === "completion" ? 1 : at)));
    }
    return {
      due: dated
        ? { date: wallOf(wall).slice(0, 10) }
        : { at: new Date(placeInZone(wall, place!).seconds * 1000).toISOString(), timeZone: due.timeZone },
      rrule: writeRule(rule),
      movedSeconds: wall - start,
    };
  } catch {
    return null;
  }
}
