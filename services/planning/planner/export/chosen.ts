import type { Item } from "../../../../store/planner/item.ts";
import type { ItemRow } from "../../../../store/planner/item_rows.ts";
import type { TaskRow } from "../../../../store/planner/task_rows.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../../ground/kernel/errors.ts";
import { itemsOf } from "../items/known_items.ts";
import { occurrencesIn } from "../items/occurrences.ts";
import { dueWithin } from "../tasks/due_within.ts";
import { rangeOf, timeAt } from "../../dates/range.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { Copies } from "../items/copies.ts";
import { requireSources } from "../../planner_settings/sources_for.ts";
import { windowAt } from "../../dates/window.ts";
import type { PlannerExportQuery } from "./schemas.ts";

/** The content of an export. */
type ExportContent = { events: Item[]; tasks: TaskRow[] };

type Place = Pick<
  ItemRow,
  "row" | "id" | "source_id" | "calendar_id" | "uid" | "recurrence_id" | "changed_by"
>;

/** The limit of one file. */
const MAX_EXPORTED = 10_000;

/** Returns the events and tasks of a query, always with whole series. Throws if one does not exist. */
export function chooseItems(ctx: Ctx, query: PlannerExportQuery): ExportContent {
  requireSources(ctx, query.sources ?? []);
  for (const id of query.ids ?? []) requireKnown(ctx, id);
  const events = eventsFor(ctx, query);
  const tasks = tasksFor(ctx, query);
  if (events.length + tasks.length > MAX_EXPORTED) {
    throw new InvalidError(
      `This would export ${
        events.length + tasks.length
      } events and tasks, and the limit for one file is ${MAX_EXPORTED}. Name a source, or a range of days.`,
    );
  }
  const items = itemsOf(ctx, events);
  return { events: events.map(({ row }) => items.get(row)!.item), tasks };
}

function requireKnown({ store }: Ctx, id: string): void {
  const found = store.projector.tables.get(
    `select 1 from {planner_items} where id = ?1 and status <> 'gone'
     union all select 1 from {planner_tasks} where id = ?1 and gone_at is null and state <> 'archived'`,
    id.split("@", 1)[0]!,
  );
  if (!found) throw new NotFoundError("planner event or task", id);
}

const seriesOf = (row: Place): string => JSON.stringify([row.source_id, row.calendar_id, row.uid]);

function eventsFor(ctx: Ctx, { ids, sources, from, to }: PlannerExportQuery): Place[] {
  const all = ctx.store.projector.tables.all<Place>(
    `select row, id, source_id, calendar_id, uid, recurrence_id, changed_by from {planner_items}
     where item_type = 'event' and status <> 'gone' order by start_at, id`,
  ).filter(({ source_id }) => sources?.includes(source_id) ?? true);
  const named = ids && new Set(ids.map((id) => id.split("@", 1)[0]!));
  const inRange = from === undefined ? null : occurringIn(ctx, { from, to });
  const meant = all.filter(({ id }) => (named?.has(id) ?? true) && (inRange?.has(id) ?? true));
  const series = new Set(meant.map(seriesOf));
  const whole = all.filter((row) => series.has(seriesOf(row)));
  return shownOf(ctx, whole);
}

function occurringIn(ctx: Ctx, asked: { from?: string | undefined; to?: string | undefined }): Set<string> {
  const { timeZone } = settingsOf(ctx);
  const range = rangeOf(asked, timeZone, windowAt(ctx.now()), ctx.now());
  return new Set(occurrencesIn(ctx, range, timeZone).map(({ row }) => row.id));
}

/** An item of two sources is exported once. */
function shownOf(ctx: Ctx, rows: readonly Place[]): Place[] {
  const copies = new Copies(ctx);
  const byName = Map.groupBy(rows, ({ uid, recurrence_id }) => `${uid}\0${recurrence_id}`);
  return [...byName.values()].map((same) => {
    const first = same.length === 1 ? same[0]!.id : copies.of(same[0]!)[0]!.id;
    return same.find(({ id }) => id === first) ?? same[0]!;
  });
}

function tasksFor(ctx: Ctx, { ids, sources, from, to }: PlannerExportQuery): TaskRow[] {
  const { clause, values } = from === undefined ? ALL : inRange(ctx, { from, to });
  return ctx.store.projector.tables.all<TaskRow>(
    `select * from {planner_tasks} where gone_at is null and state <> 'archived' and ${clause} order by position`,
    ...values,
  ).filter(({ id, source_id }) => (ids?.includes(id) ?? true) && (sources?.includes(source_id) ?? true));
}

const ALL = { clause: "true", values: [] };

function inRange(ctx: Ctx, asked: { from: string; to?: string | undefined }) {
  const { timeZone } = settingsOf(ctx);
  const range = rangeOf(asked, timeZone, windowAt(ctx.now()), ctx.now());
  const { clause, values } = dueWithin(range, timeZone);
  return {
    clause: `(${clause} or (scheduled_start >= ? and scheduled_start < ?))`,
    values: [...values, timeAt(range.from), timeAt(range.to)],
  };
}
