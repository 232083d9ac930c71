import { mediumDay, wallAt } from "../common/days.ts";
import { momentWords } from "../common/moments.tsx";
import type { PlannerTask } from "../common/types.ts";

type Due = Pick<PlannerTask, "due" | "state">;

/** Returns when a task is due, in the planner's time zone; empty if it has no due date. */
export function dueWords({ due }: Pick<PlannerTask, "due">, timeZone: string): string {
  if (due === null) return "";
  return "date" in due ? mediumDay(due.date) : momentWords(due.at, timeZone);
}

/** Reports whether an open task is past its due date. */
export function isOverdue({ due, state }: Due, now: number, timeZone: string): boolean {
  if (due === null || state !== "open") return false;
  return "date" in due ? wallAt(now, timeZone).date > due.date : Date.parse(due.at) < now;
}
