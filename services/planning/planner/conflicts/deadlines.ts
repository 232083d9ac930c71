import type { SettingsDocument } from "../../../../store/planner/settings.ts";
import { readJson } from "../../../../store/json_text.ts";
import { clockAt, type Range } from "../../dates/range.ts";
import type { Busy } from "./busy.ts";
import type { FoundConflict } from "./found.ts";
import { freeDays, minutesOf } from "./hours.ts";
import { type Demand, inOrder } from "./demands.ts";

/** Working time that is free of events. */
type FreeDays = ReturnType<typeof freeDays>;

/** Returns the working time until the end of a range that is free of events. Time reserved for tasks counts as free. */
export const freeOfEvents = (
  now: number,
  { to }: Range,
  busy: readonly Busy[],
  settings: SettingsDocument,
): FreeDays =>
  freeDays({ from: now, to: Math.max(now, to) }, busy.filter(({ taskId }) => taskId === null), settings);

/**
 * Checks whether all tasks can be done in time: at risk are the first due time by which more minutes are needed than are free, and
 * the one by which most are missing. The demands have to be in order; those due after `until` are left out.
 */
export function findDeadlineAtRisk(
  demands: readonly Demand[],
  { now, until, free: days }: { now: number; until: number; free: FreeDays },
  settings: SettingsDocument,
): DeadlineAtRisk[] {
  const freeUntil = freeUntilIn(days, settings.dailyCapMinutes);
  let [needed, free, due] = [0, 0, -Infinity];
  let first: Late | null = null;
  let worst: Late | null = null;
  for (let at = 0; at < demands.length && demands[at]!.due <= until; at++) {
    const demand = demands[at]!;
    needed += demand.minutes;
    if (demand.due !== due) free = freeUntil(due = demand.due);
    if (needed - free <= Math.max(0, worst ? missing(worst) : 0)) continue;
    worst = { demands, at, needed, free };
    first ??= worst;
  }
  return [...new Set([first, worst])].flatMap((late) =>
    late ? [new DeadlineAtRisk(late, now, settings)] : []
  );
}

/** The last of the tasks that are due by some time, the minutes that they need, and those that are free until then. */
type Late = { demands: readonly Demand[]; at: number; needed: number; free: number };

const missing = ({ needed, free }: Late): number => needed - free;

/** A due time by which too little time is free. Thousands of tasks may be due by it, so they are listed only when asked for. */
export class DeadlineAtRisk implements FoundConflict {
  readonly kind = "deadline_at_risk";
  readonly severity: "critical" | "high";
  readonly start: number;
  readonly end: number;
  readonly minutes: number;
  readonly explain: string[];
  readonly names: readonly string[];
  readonly #last: Demand;
  #parts: Busy[] | null = null;

  constructor(readonly late: Late, now: number, { timeZone }: SettingsDocument) {
    const { demands, at, needed, free } = late;
    this.#last = demands[at]!;
    this.names = [this.#last.id];
    const { title, due, said } = this.#last;
    const overdue = due <= now;
    this.severity = overdue ? "critical" : "high";
    this.start = Math.min(now, due);
    this.end = Math.max(due, now + 60);
    this.minutes = missing(late);
    this.explain = [
      `"${readJson(title)}" ${overdue ? "was" : "is"} due ${
        said.length === 10 ? `on ${said}` : `at ${clockAt(due, timeZone)}`
      }.`,
      `${needed} min of work are due by then, and ${free} min of working time are free: ${this.minutes} min are missing.`,
    ];
  }

  get parts(): Busy[] {
    const { demands, at } = this.late;
    return this.#parts ??= demands.slice(0, at + 1).map(partOf);
  }

  /** Whether a task is one of its parts, without listing them. */
  concerns(demand: Demand): boolean {
    return inOrder(demand, this.#last) <= 0;
  }
}

/** Returns the function to the minutes that are free until a time; when asked in order, it counts each day once. */
function freeUntilIn(days: FreeDays, cap: number | null): (until: number) => number {
  const minutesIn = (spans: readonly Range[]) => Math.min(minutesOf(spans), cap ?? Infinity);
  let [over, next] = [0, 0];
  return (until) => {
    for (; next < days.length && (days[next]!.spans.at(-1)?.to ?? -Infinity) <= until; next++) {
      over += minutesIn(days[next]!.spans);
    }
    const begun = days[next]?.spans.map(({ from, to }) => ({ from, to: Math.min(to, until) })) ?? [];
    return over + minutesIn(begun.filter(({ from, to }) => to > from));
  };
}

const partOf = ({ id, title, due, since }: Demand): Busy => ({
  key: id,
  name: id,
  artifactId: null,
  taskId: id,
  title: readJson(title),
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
