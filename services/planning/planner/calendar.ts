import type { Due } from "../../../store/planner/task.ts";
import type { TaskRow } from "../../../store/planner/task_rows.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { conflictsOf } from "./conflicts/compute.ts";
import { occurrencesIn } from "./items/occurrences.ts";
import { dayAfter, type Range, startOfDay, timeAt } from "../dates/range.ts";
import { settingsOf } from "../planner_settings/settings.ts";
import { Copies } from "./items/copies.ts";
import { readJson } from "../../../store/json_text.ts";

type Asked = {
  from: Date;
  to: Date;
  sources: readonly string[] | undefined;
  includes: (kind: "events" | "tasks") => boolean;
};

/** Returns the events and tasks in a range: occurrences, reserved times and due dates. */
export function calendarItems(ctx: Ctx, { from, to, sources, includes }: Asked) {
  const range: Range = { from: from.getTime() / 1000, to: to.getTime() / 1000 };
  const isMeant = (source: string) => sources?.includes(source) ?? true;
  const events = includes("events") ? eventsIn(ctx, range, sources) : [];
  const tasks = includes("tasks") ? tasksIn(ctx, range).filter(({ source }) => isMeant(source)) : [];
  const shown = [...events, ...tasks];
  if (shown.length === 0) return [];
  const conflicts = conflictsOf(ctx, range);
  return shown.map((one) => ({ ...one, conflictIds: conflicts((one.occurrence ?? one.taskId)!) }));
}

const OF_NO_RUN = { conflictIds: [], runId: null, approvalId: null, automationId: null };

function eventsIn(ctx: Ctx, range: Range, sources: Asked["sources"]) {
  const { timeZone } = settingsOf(ctx);
  return new Copies(ctx, sources).shownOf(occurrencesIn(ctx, range, timeZone)).map(
    ({ row, item, key, start, end, allDay }) => ({
      ...OF_NO_RUN,
      id: key,
      kind: "event" as const,
      occurrence: key,
      title: item.title,
      detail: item.location,
      start: timeAt(start),
      end: timeAt(end),
      allDay,
      status: row.status,
      source: row.source_id,
      artifactId: row.id,
      taskId: null,
    }),
  );
}

function tasksIn(ctx: Ctx, range: Range) {
  const { timeZone } = settingsOf(ctx);
  const rows = ctx.store.projector.tables.all<TaskRow>(
    "select * from {planner_tasks} where state = 'open' and gone_at is null and (due <> '' or scheduled_start <> '')",
  );
  return rows.flatMap((row) => {
    const { title, scheduled, due, runId, approvalId } = readJson(row.body);
    const times = [
      scheduled && { name: "block", detail: "Time is reserved", ...scheduled, allDay: false },
      due && { name: "due", detail: "Due", ...timesOf(due, timeZone) },
    ].flatMap((time) => time ?? []).filter(({ start, end }) =>
      Date.parse(start) < range.to * 1000 && Date.parse(end ?? start) >= range.from * 1000
    );
    return times.map(({ name, detail, start, end, allDay }) => ({
      ...OF_NO_RUN,
      id: `${row.id}@${name}`,
      kind: "task" as const,
      occurrence: null,
      title,
      detail,
      start,
      end,
      allDay,
      status: "open",
      source: row.source_id,
      artifactId: null,
      taskId: row.id,
      runId,
      approvalId,
    }));
  });
}

const timesOf = (due: Due, zone: string) =>
  "date" in due
    ? {
      start: timeAt(startOfDay(due.date, zone)),
      end: timeAt(startOfDay(dayAfter(due.date), zone)),
      allDay: true,
    }
    : { start: due.at, end: null, allDay: false };
