import type { SettingsDocument } from "../../../../store/planner/settings.ts";
import type { TaskRow } from "../../../../store/planner/task_rows.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { clockAt, dayAfter, type Range, startOfDay } from "../../dates/range.ts";
import type { Busy } from "./busy.ts";
import type { FoundConflict } from "./found.ts";
import { freeDays, minutesOf } from "./hours.ts";
import { readJson } from "../../../../store/json_text.ts";

/** A task with a due time, and how many minutes of work are left. */
type Demand = {
  id: string;
  title: string;
  due: number;
  /** The due time for people: a day, or a time in the planner's zone. */
  until: string;
  priority: number;
  minutes: number;
  since: string;
};

/** Returns open tasks that are due by the end of a range, in the order in which they have to be done. */
export function demandsIn(
  { store }: Pick<Core, "store">,
  { to }: Range,
  settings: SettingsDocument,
): Demand[] {
  const rows = store.projector.tables.all<TaskRow>(
    "select * from {planner_tasks} where state = 'open' and due <> '' and due < ? and gone_at is null",
    new Date((to + 86_400) * 1000).toISOString(),
  );
  const endOfDay = remembered((date: string) => startOfDay(dayAfter(date), settings.timeZone));
  return rows.map(({ id, body, updated_at }) => {
    const { title, due, priority, estimateMinutes, spentMinutes } = readJson(body);
    const at = "date" in due! ? endOfDay(due.date) : Date.parse(due!.at) / 1000;
    const until = "date" in due! ? due.date : clockAt(at, settings.timeZone);
    const minutes = Math.max(0, (estimateMinutes ?? settings.defaultDurationMinutes) - spentMinutes);
    return { id, title, due: at, until, priority: priority || 10, minutes, since: updated_at };
  }).filter(({ due }) => due <= to)
    .sort((a, b) => a.due - b.due || a.priority - b.priority || (a.id < b.id ? -1 : 1));
}

/**
 * Checks whether all tasks can be done in time: at risk are the first due time by which more minutes are needed than are free, and
 * the one by which most are missing. Time reserved for tasks counts as free.
 */
export function findDeadlineAtRisk(
  demands: readonly Demand[],
  busy: readonly Busy[],
  now: number,
  settings: SettingsDocument,
): FoundConflict[] {
  const events = busy.filter(({ taskId }) => taskId === null);
  const last = demands.at(-1)?.due ?? now;
  const days = freeDays({ from: now, to: Math.max(now, last) }, events, settings);
  const freeUntil = remembered((due: number) => freeOf(days, due, settings.dailyCapMinutes));
  let needed = 0;
  let first: Late | null = null;
  let worst: Late | null = null;
  for (const [at, { due, minutes }] of demands.entries()) {
    needed += minutes;
    const late = { at, needed, free: freeUntil(due) };
    if (missing(late) <= 0) continue;
    first ??= late;
    if (worst === null || missing(late) > missing(worst)) worst = late;
  }
  if (first === null || worst === null) return [];
  return [...new Set([first, worst])].map((late) => foundOf(demands, late, now));
}

/** The place of a task by whose due time more minutes are needed than are free until then. */
type Late = { at: number; needed: number; free: number };

const missing = ({ needed, free }: Late): number => needed - free;

function foundOf(demands: readonly Demand[], late: Late, now: number): FoundConflict {
  const { at, needed, free } = late;
  const { title, due, until } = demands[at]!;
  const overdue = due <= now;
  return {
    kind: "deadline_at_risk",
    severity: overdue ? "critical" : "high",
    parts: demands.slice(0, at + 1).map(partOf),
    start: Math.min(now, due),
    end: Math.max(due, now + 60),
    minutes: missing(late),
    explain: [
      `"${title}" ${overdue ? "was" : "is"} due ${until.length === 10 ? "on" : "at"} ${until}.`,
      `${needed} min of work are due by then, and ${free} min of working time are free: ${
        missing(late)
      } min are missing.`,
    ],
  };
}

function freeOf(days: ReturnType<typeof freeDays>, until: number, cap: number | null): number {
  return days.reduce((sum, { spans }) => {
    const before = spans.map(({ from, to }) => ({ from, to: Math.min(to, until) })).filter(({ from, to }) =>
      to > from
    );
    return sum + Math.min(minutesOf(before), cap ?? Infinity);
  }, 0);
}

/** Returns a function that computes the number of a key once. */
function remembered<Key>(compute: (key: Key) => number): (key: Key) => number {
  const known = new Map<Key, number>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

const partOf = ({ id, title, due, since }: Demand): Busy => ({
  key: id,
  name: id,
  artifactId: null,
  taskId: id,
  title,
  start: due,
  end: due,
  allDay: false,
  firm: true,
  takesTime: false,
  label: "deadline",
  location: "",
  hasLink: false,
  since,
});
