import { clockWords, wallAt } from "../common/days.ts";
import type { PlannerTask } from "../common/types.ts";
import type { ListedTask } from "./order.ts";
import { isOverdue } from "./words.ts";

/** The groups of the list, in its order. */
export const GROUPS = ["Overdue", "Today", "Upcoming", "No date", "Completed"] as const;

/** Tasks under one heading, each followed by its subtasks. */
export type TaskGroup = { name: (typeof GROUPS)[number]; lines: readonly ListedTask[] };

/** A task with its subtasks, and the first moment of its open ones; empty without any. */
type Tree = { name: TaskGroup["name"]; lines: ListedTask[]; moment: string };

/**
 * Returns the tasks by what is to be done first: what is overdue, due or set aside by today, later, without a date, completed. A
 * task is where its most urgent open subtask would be. Within a group they are in the order of their dates, or else as given.
 */
export function groupsOf(lines: readonly ListedTask[], now: number, timeZone: string): TaskGroup[] {
  const trees = treesOf(lines).map((tree) => placed(tree, now, timeZone));
  return GROUPS.map((name) => ({
    name,
    lines: trees.filter((tree) => tree.name === name)
      .sort((a, b) => a.moment < b.moment ? -1 : Number(a.moment > b.moment))
      .flatMap((tree) => tree.lines),
  })).filter((group) => group.lines.length > 0);
}

/** Reports whether a task can be moved by hand: one at the top of a group with dates stands where its date is. */
export const isMovable = (name: TaskGroup["name"], { depth }: ListedTask): boolean =>
  depth > 0 || name === "No date" || name === "Completed";

function treesOf(lines: readonly ListedTask[]): ListedTask[][] {
  const trees: ListedTask[][] = [];
  for (const line of lines) {
    if (line.depth === 0) trees.push([line]);
    else trees.at(-1)?.push(line);
  }
  return trees;
}

function placed(lines: ListedTask[], now: number, timeZone: string): Tree {
  const open = lines.map(({ task }) => task).filter(({ state }) => state === "open");
  const [moment = ""] = open.flatMap((task) => momentsOf(task, timeZone)).sort();
  const today = wallAt(now, timeZone).date;
  const nameOf = (): TaskGroup["name"] => {
    if (open.length === 0) return "Completed";
    if (open.some((task) => isOverdue(task, now, timeZone))) return "Overdue";
    if (moment === "") return "No date";
    return moment.slice(0, today.length) <= today ? "Today" : "Upcoming";
  };
  const name = nameOf();
  return { name, lines, moment: name === "Completed" ? "" : moment };
}

/** Returns when a task is due and set aside, as text in the order of time; a day without a time comes last of its day. */
function momentsOf({ due, scheduled }: PlannerTask, timeZone: string): string[] {
  const at = (time: string): string => {
    const { date, minutes } = wallAt(Date.parse(time), timeZone);
    return `${date} ${clockWords(minutes)}`;
  };
  return [
    ...(due === null ? [] : ["date" in due ? `${due.date} 24:00` : at(due.at)]),
    ...(scheduled === null ? [] : [at(scheduled.start)]),
  ];
}
