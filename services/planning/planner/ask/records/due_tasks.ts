import type { TaskFields } from "../../../../../store/planner/task.ts";
import type { TaskRow } from "../../../../../store/planner/task_rows.ts";
import type { Ctx } from "../../../../ground/kernel/context.ts";
import { dayIn, type Range } from "../../../dates/range.ts";
import { settingsOf } from "../../../planner_settings/settings.ts";
import type { ParsedQuestion } from "./interpret.ts";
import { citeTask, type Claim } from "./proof.ts";
import { says, seconds, within } from "../../../dates/words.ts";
import { readJson } from "../../../../../store/json_text.ts";

/** The search: which sources, in which range, and how many sentences at most. */
export type TaskSearch = {
  sources: readonly string[];
  range: Range;
  itemTypes: readonly string[];
  limit: number;
};

/** Returns the open tasks that match, by due date. */
export function tasksWhere(
  ctx: Ctx,
  { sources, itemTypes }: TaskSearch,
  fits: (fields: TaskFields) => boolean,
) {
  if (!itemTypes.includes("task")) return [];
  return ctx.store.projector.tables.all<TaskRow>(
    "select * from {planner_tasks} where state = 'open' and gone_at is null order by due, priority, id",
  ).filter(({ source_id }) => sources.includes(source_id))
    .map((row) => ({ row, fields: readJson(row.body) })).filter(({ fields }) => fits(fields));
}

/** Answers which tasks are due in a range, or overdue. */
export function tasksDue(ctx: Ctx, { intent, terms, isToDo }: ParsedQuestion, scope: TaskSearch): Claim[] {
  const { timeZone } = settingsOf(ctx);
  const now = Math.floor(ctx.now().getTime() / 1000);
  const today = dayIn(now, timeZone);
  const dayOf = ({ due }: TaskFields) =>
    due === null ? null : "date" in due ? due.date : dayIn(seconds(due.at), timeZone);
  const [from, to] = [dayIn(scope.range.from, timeZone), dayIn(scope.range.to - 1, timeZone)];
  const found = tasksWhere(ctx, scope, (fields) => {
    const day = dayOf(fields);
    if (day === null || !terms.every((term) => says(fields.title, term))) return false;
    if (intent === "due") return (isToDo || day >= from) && day <= to;
    return fields.due && "at" in fields.due ? seconds(fields.due.at) < now : day < today;
  });
  if (found.length === 0) {
    const late = isToDo ? "due or overdue" : "due";
    const text = intent === "due" ? `No task is ${late} ${within(ctx, scope.range)}.` : "No task is overdue.";
    return [{ text, cites: [], computed: [text] }];
  }
  return found.slice(0, scope.limit).map(({ row, fields }) => {
    const day = dayOf(fields)!;
    const when = `${intent === "due" && day >= today ? "is" : "was"} due on ${day}`;
    return { text: `"${fields.title}" ${when}.`, cites: [citeTask(row, fields)], computed: [when] };
  });
}
