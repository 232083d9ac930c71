import type { TaskRow } from "../../../../store/planner/task_rows.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { sourcesFor } from "../../planner_settings/sources_for.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { dueOnDays } from "./due_within.ts";
import { showing } from "./read.ts";
import type { PlannerTask, PlannerTaskQuery } from "./schemas.ts";
import { readJson } from "../../../../store/json_text.ts";

/** Returns tasks that match all filters, in their order. */
export function listTasks(ctx: Ctx, query: PlannerTaskQuery): PlannerTask[] {
  const clauses = ["gone_at is null"];
  const values: (string | number)[] = [];
  const add = (
    clause: string,
    ...given: (string | number)[]
  ) => (clauses.push(clause), values.push(...given));
  const sources = sourcesFor(ctx, query.source, query.account);
  if (sources) add("source_id in (select value from json_each(?))", JSON.stringify(sources));
  if (query.state !== "any") add("state = ?", query.state);
  if (query.priority !== undefined) add("priority = ?", query.priority);
  const { schedule, scheduled = schedule, due, dueFrom = due, dueTo = due } = query;
  if (scheduled !== undefined) add(scheduled ? "scheduled_start <> ''" : "scheduled_start = ''");
  if (dueFrom !== undefined || dueTo !== undefined) {
    const { clause, values } = dueOnDays(dueFrom, dueTo, settingsOf(ctx).timeZone);
    add(clause, ...values);
  }
  if (query.parentId !== undefined) add("parent_id = ?", query.parentId);
  return ctx.store.projector.tables.all<TaskRow>(
    `select * from {planner_tasks} where ${clauses.join(" and ")} order by position, id limit ? offset ?`,
    ...values,
    query.limit,
    query.offset,
  ).map((row) => ({ row, fields: readJson(row.body) })).map(showing(ctx));
}
