import { dayAfter, dayIn, type Range, startOfDay, timeAt } from "../../dates/range.ts";

/** A condition on rows of `planner_tasks`, and its values. */
type Condition = { clause: string; values: string[] };

/** Sorts after every date and time. */
const LAST = "~";

/** Returns the condition that a task is due on days of a zone, from the first to the last; each may be open. */
export const dueOnDays = (first: string | undefined, last: string | undefined, zone: string): Condition =>
  conditionOf([first ?? "", last ?? LAST], [
    first === undefined ? "" : timeAt(startOfDay(first, zone)),
    last === undefined ? LAST : timeAt(startOfDay(dayAfter(last), zone)),
  ]);

/** Returns the condition that a task is due in a range: at a moment of it, or on a day of which a part is in it. */
export const dueWithin = ({ from, to }: Range, zone: string): Condition =>
  conditionOf([dayIn(from, zone), dayIn(Math.max(from, to - 1), zone)], [timeAt(from), timeAt(to)]);

const conditionOf = (days: [string, string], moments: [string, string]): Condition => ({
  clause: "((length(due) = 10 and due between ? and ?) or (length(due) > 10 and due >= ? and due < ?))",
  values: [...days, ...moments],
});
