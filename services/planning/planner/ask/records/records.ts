import type { Item } from "../../../../../store/planner/item.ts";
import type { ItemRow } from "../../../../../store/planner/item_rows.ts";
import type { TaskFields } from "../../../../../store/planner/task.ts";
import type { TaskRow } from "../../../../../store/planner/task_rows.ts";
import type { Ctx } from "../../../../ground/kernel/context.ts";
import { queryTermsOf } from "../../../../ground/kernel/search_terms.ts";
import { occurrencesOf } from "../../items/occurrences.ts";
import { dayIn, type Range, secondsAt } from "../../../dates/range.ts";
import { settingsOf } from "../../../planner_settings/settings.ts";
import { occurs } from "./occurs.ts";
import type { TaskSearch } from "./due_tasks.ts";
import { citeItem, citeTask, type UnnumberedCitation } from "./proof.ts";
import { RANK } from "../../ranking.ts";
import { seconds } from "../../../dates/words.ts";
import { readJson } from "../../../../../store/json_text.ts";

const MAX_HITS = 50;

/** An event or a task that matches the words, with its fields in quotable form. */
export type SourceRecord = {
  /** Its time, in computed words; null without one. */
  when: string | null;
  fields: { field: UnnumberedCitation["field"]; text: string }[];
  cite: (quote: string, field: UnnumberedCitation["field"]) => UnnumberedCitation;
};

/** Returns the records in scope that contain at least one of the words, best first; with a range only those that are in it. */
export function recordsWith(
  ctx: Ctx,
  terms: readonly string[],
  scope: TaskSearch,
  range: Range | null = null,
): SourceRecord[] {
  const match = queryTermsOf(terms.map((term) => `"${term}"`).join(" ")).join(" OR ");
  if (match === "") return [];
  const rows = ctx.store.projector.tables.all<{ rowid: number }>(
    `select rowid from {planner_search} where {planner_search} match ? order by ${RANK} limit ?`,
    match,
    MAX_HITS,
  );
  return rows.flatMap(({ rowid }) => recordAt(ctx, rowid, scope, range));
}

function recordAt(
  ctx: Ctx,
  rowid: number,
  { sources, itemTypes }: TaskSearch,
  range: Range | null,
): SourceRecord[] {
  const { tables } = ctx.store.projector;
  const fits = (kind: string, source: string) => itemTypes.includes(kind) && sources.includes(source);
  const row = tables.get<ItemRow>("select * from {planner_items} where row = ? and status <> 'gone'", rowid);
  if (row) {
    if (!fits(row.item_type, row.source_id)) return [];
    const item = readJson(row.body);
    const spans = occurrencesOf(row, item, settingsOf(ctx).timeZone);
    if (range && !spans.some(({ start, end }) => start < range.to && end > range.from)) return [];
    return [{
      when: whenOf(ctx, row, item),
      fields: [
        { field: "title", text: item.title },
        { field: "content", text: item.content },
        { field: "location", text: item.location },
      ],
      cite: (quote, field) => citeItem(row, item, quote, field),
    }];
  }
  const found = tables.get<TaskRow>("select * from {planner_tasks} where row = ? and gone_at is null", rowid);
  if (!found || !fits("task", found.source_id)) return [];
  const task = readJson(found.body);
  if (range && !momentsOf(ctx, task).some((at) => at >= range.from && at < range.to)) return [];
  return [{
    when: dueOf(ctx, task),
    fields: [{ field: "title", text: task.title }, { field: "content", text: task.content }],
    cite: (quote, field) => citeTask(found, task, quote, field),
  }];
}

/** Returns the next occurrence of a repeating event, or its last if none follows. */
function whenOf(ctx: Ctx, row: ItemRow, item: Item): string | null {
  if (row.status === "cancelled") return "is cancelled";
  const now = Math.floor(ctx.now().getTime() / 1000);
  const all = occurrencesOf(row, item, settingsOf(ctx).timeZone);
  const one = all.find(({ end }) => end > now) ?? all.at(-1);
  return one ? occurs(ctx, one).computed[0]! : null;
}

function dueOf(ctx: Ctx, { due, state }: TaskFields): string | null {
  const done = state === "open" ? "" : `is ${state}`;
  if (due === null) return done || null;
  const day = "date" in due ? due.date : dayIn(seconds(due.at), settingsOf(ctx).timeZone);
  return `${done && `${done}, `}is due on ${day}`;
}

/** Returns when a task is due and when its time begins, in seconds. */
function momentsOf(ctx: Ctx, { due, scheduled }: TaskFields): number[] {
  const { timeZone } = settingsOf(ctx);
  return [due && ("date" in due ? due.date : due.at), scheduled?.start].flatMap((at) =>
    at ? secondsAt(at, timeZone) : []
  );
}
