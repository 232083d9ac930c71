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
  return rows.map(({ id, body, updated_at }) => {
    const { title, due, priority, estimateMinutes, spentMinutes } = readJson(body);
    const at = "date" in due!
      ? startOfDay(dayAfter(due.date), settings.timeZone)
      : Date.parse(due!.at) / 1000;
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
  let needed = 0;
  const late = demands.flatMap((demand, i): Late[] => {
    needed += demand.minutes;
    const free = freeUntil(days, demand.due, settings.dailyCapMinutes);
    return needed > free ? [{ demands: demands.slice(0, i + 1), needed, free }] : [];
  });
  const [first] = late;
  if (!first) return [];
  const worst = late.reduce((most, each) => missing(each) > missing(most) ? each : most);
  return [...new Set([first, worst])].map((each) => foundOf(each, now));
}

/** The tasks due by the due time of the last one, the minutes that they need, and those that are free until then. */
type Late = { demands: readonly Demand[]; needed: number; free: number };

const missing = ({ needed, free }: Late): number => needed - free;

function foundOf(late: Late, now: number): FoundConflict {
  const { demands, needed, free } = late;
  const { title, due, until } = demands.at(-1)!;
  const overdue = due <= now;
  return {
    kind: "deadline_at_risk",
    severity: overdue ? "critical" : "high",
    parts: demands.map(partOf),
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

function freeUntil(days: ReturnType<typeof freeDays>, until: number, cap: number | null): number {
  return days.reduce((sum, { spans }) => {
    const before = spans.map(({ from, to }) => ({ from, to: Math.min(to, until) })).filter(({ from, to }) =>
      to > from
    );
    return sum + Math.min(minutesOf(before), cap ?? Infinity);
  }, 0);
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
