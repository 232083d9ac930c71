import type { Item } from "../../../../store/planner/item.ts";
import { isSame, type Overlay, type TaskRow } from "../../../../store/planner/task_rows.ts";
import type { TaskFields } from "../../../../store/planner/task.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { counted } from "../../../ground/kernel/words.ts";
import type { SourceLive } from "../../calendars/live.ts";
import { itemRow } from "../../planner/items/rows.ts";
import { changedTaskRows, findTask, recordChanges, requireTask } from "../../planner/tasks/read.ts";
import { writeTask } from "../../calendar_objects/task_text.ts";
import type { Changes, ObjectChange } from "./changes.ts";
import { placeOf, requireWritable } from "./target.ts";
import { readJson } from "../../../../store/json_text.ts";
import { fromKeys, picked, recordOf } from "../../../../store/shared/records.ts";

const MAX_TASKS = 200;

/** Returns local changes of a source's tasks as changes of its objects. It may read them, and writes nothing. */
export async function taskChanges(
  ctx: Ctx<SourceLive>,
  { taskId, source: sourceId }: { taskId?: string | undefined; source?: string | undefined },
  signal: AbortSignal,
): Promise<Changes & { taskIds: string[] }> {
  const rows = taskId === undefined ? waitingOf(ctx, sourceId!) : [requireTask(ctx, taskId).row];
  const [first] = rows;
  if (!first) throw new InvalidError(`No task of the source "${sourceId}" has local changes.`);
  const source = requireWritable(ctx, first.source_id);
  if (source.config.writeBack === "off") {
    throw new InvalidError(
      `Changes to tasks of the source "${source.id}" stay local because writeBack is off in its settings.`,
    );
  }
  const place = await placeOf(ctx, { source, calendarId: "" }, signal);
  const objects: ObjectChange[] = [];
  for (const row of rows) {
    const values = valuesToWrite(row);
    const item = itemOf(ctx, row);
    const held = await place.read(item.sourceRef!);
    if (held === null) throw new InvalidError(`The task ${row.id} is no longer in its source. Refresh it.`);
    const after = writeTask(held.text, values, ctx.now());
    objects.push({ target: item.sourceRef!, uid: row.uid, before: held, after });
  }
  return { source, calendarId: "", only: null, objects, taskIds: rows.map(({ id }) => id) };
}

function waitingOf(ctx: Ctx, sourceId: string): TaskRow[] {
  const rows = changedTaskRows(ctx, sourceId).filter((row) => contested(row).length === 0);
  if (rows.length > MAX_TASKS) {
    throw new InvalidError(
      `${
        counted(rows.length, "task")
      } have changes, and at most ${MAX_TASKS} can be written at once. Name them with taskId.`,
    );
  }
  return rows;
}

const overlayOf = (row: TaskRow): Overlay => readJson(row.overlay);

/** Returns the fields that were changed on both sides. */
function contested(row: TaskRow): string[] {
  const stated = recordOf(row.stated && readJson(row.stated));
  return Object.entries(overlayOf(row)).filter(([field, { base }]) => !isSame(base, stated[field]))
    .map(([field]) => field);
}

function valuesToWrite(row: TaskRow): Partial<TaskFields> {
  if (row.stated === null) {
    throw new InvalidError(`The task ${row.id} was created here and has no source to write to.`);
  }
  const both = contested(row);
  if (both.length > 0) {
    throw new InvalidError(
      `The task ${row.id} was changed here and in its source: ${
        both.join(", ")
      }. First choose the value to keep with PATCH /planner/tasks/:id.`,
    );
  }
  const values = Object.entries(overlayOf(row)).map(([field, { value }]) => [field, value]);
  if (values.length === 0) throw new InvalidError(`The task ${row.id} has no changes to write.`);
  const body = readJson(row.body);
  // Fields that belong together are written together, even if only one changed.
  return {
    ...Object.fromEntries(values),
    ...("state" in overlayOf(row) && { completedAt: body.completedAt }),
  };
}

function itemOf(ctx: Ctx, { id, source_id, uid }: TaskRow): Item {
  const row = itemRow(ctx, `pla_${id.slice(4)}`);
  const item = row?.source_id === source_id ? readJson(row.body) : null;
  if (!item || item.uid !== uid || item.recurrenceId !== null) {
    throw new InvalidError(`The task ${id} belongs to a series, which cannot be written here.`);
  }
  return item;
}

/** The fields that hold a moment. */
const SETTLED = ["completedAt", "due", "deferUntil"] as const;

/**
 * Adopts the source's value after a write: it may spell the same moment differently. What was changed here in the meantime is
 * another moment, and stays.
 */
export function settleTasks(ctx: Ctx, taskIds: readonly string[]): void {
  for (const id of taskIds) {
    const row = findTask(ctx, id)?.row;
    if (!row?.stated) continue;
    const [stated, overlay] = [readJson(row.stated), overlayOf(row)];
    const fields = SETTLED.filter((field) =>
      overlay[field] && momentIn(overlay[field].value) === momentIn(stated[field])
    );
    const set = picked(stated, fromKeys(fields, () => true));
    if (fields.length > 0) recordChanges(ctx, [{ id, source: row.source_id, set }]);
  }
}

/** Returns a date, or a moment to the second, which is all that a calendar states. */
function momentIn(value: unknown): string | number | null {
  const { date, at } = recordOf(value);
  const text = typeof value === "string" ? value : date ?? at;
  return typeof text !== "string" ? null : text.length === 10 ? text : Math.floor(Date.parse(text) / 1000);
}
