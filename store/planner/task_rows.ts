import { idOf } from "../event.ts";
import type { EventOf } from "../stream.ts";
import type { Tables } from "../view.ts";
import type { Item, ItemMoment } from "./item.ts";
import { rowAt } from "./row_at.ts";
import { putRow } from "./put_row.ts";
import { removeFromSearch, type SearchText, writeToSearch } from "./search_rows.ts";
import type { plannerSourceEvents } from "./source_stream.ts";
import { type Due, NEW_TASK, SOURCE_FIELDS, type TaskChange, type TaskFields } from "./task.ts";
import { type JsonText, readJson } from "../json_text.ts";

/** A row of `planner_tasks`. */
export type TaskRow = {
  row: number;
  id: string;
  source_id: string;
  uid: string;
  state: TaskFields["state"];
  priority: number;
  /** The day or moment it is due, which sorts as text; empty if there is none. */
  due: string;
  scheduled_start: string;
  position: number;
  parent_id: string;
  gone_at: string | null;
  created_at: string;
  updated_at: string;
  /** What its source states about it; null for a task that was created here. */
  stated: JsonText<Partial<TaskFields>> | null;
  /** The local changes to what the source states: the value, and what the source stated at that time. */
  overlay: JsonText<Overlay>;
  /** The task in its current state. */
  body: JsonText<TaskFields>;
};

/** A local change to a field that its source has. */
export type Overlay = Partial<Record<keyof TaskFields, { value: unknown; base: unknown }>>;

type TasksChanged = Extract<EventOf<typeof plannerSourceEvents>, { type: "planner.tasks_changed" }>;

/** The id of the task that an item is. */
export const taskIdOf = (itemId: string): string => `plt_${itemId.slice(itemId.indexOf("_") + 1)}`;

/** Compares values of fields. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Stores what a source states about a task. Local changes stay until the source states the same. */
export function stateTask(
  tables: Tables,
  { row, sourceId, at }: { row: number; sourceId: string; at: string },
  item: Item,
): void {
  const id = taskIdOf(item.id);
  const known = rowOf(tables, id);
  const stated = statedFields(item);
  const overlay: Overlay = known ? readJson(known.overlay) : {};
  for (const field of SOURCE_FIELDS) {
    const change = overlay[field];
    if (change && isSame(change.value, stated[field])) delete overlay[field];
  }
  const before = known?.stated ? readJson(known.stated) : null;
  const body = known && readJson(known.body);
  const fields: TaskFields = {
    ...NEW_TASK,
    order: known ? known.position : row,
    ...body,
    ...stated,
    // A local estimate stays until the source states another one.
    ...(body && before && isSame(before.estimateMinutes, stated.estimateMinutes) &&
      { estimateMinutes: body.estimateMinutes }),
    ...valuesOf(overlay),
  };
  const times = { created_at: known?.created_at ?? at, updated_at: at, gone_at: null };
  write(tables, { row, id, source_id: sourceId, uid: item.uid, ...times }, fields, stated, overlay);
}

/** Marks a task that its source no longer has. */
export function taskIsGone(tables: Tables, id: string, at: string): void {
  const known = rowOf(tables, id);
  if (!known) return;
  tables.run("update {planner_tasks} set gone_at = ?, updated_at = ? where id = ?", at, at, id);
  removeFromSearch(tables, known.row);
}

/** Creates or changes tasks, in the order given. */
export function tasksChanged(tables: Tables, event: TasksChanged): void {
  event.data.changes.forEach(({ id, set }, n) => {
    const known = rowOf(tables, id);
    const stated = known?.stated ? readJson(known.stated) : null;
    const overlay: Overlay = known ? readJson(known.overlay) : {};
    if (stated) override(overlay, stated, set);
    const fields = { ...NEW_TASK, ...(known && readJson(known.body)), ...set } as TaskFields;
    const times = {
      created_at: known?.created_at ?? event.at,
      updated_at: event.at,
      gone_at: known?.gone_at ?? null,
    };
    const row = known?.row ?? rowAt(event.seq, n) + 1;
    const identity = { row, id, source_id: idOf(event), uid: known?.uid ?? id, ...times };
    write(tables, identity, fields, stated, overlay);
  });
}

function override(overlay: Overlay, stated: Partial<TaskFields>, set: TaskChange): void {
  for (const field of SOURCE_FIELDS) {
    if (!(field in set)) continue;
    if (isSame(set[field], stated[field])) delete overlay[field];
    else overlay[field] = { value: set[field], base: stated[field] };
  }
}

const valuesOf = (overlay: Overlay): Partial<TaskFields> =>
  Object.fromEntries(Object.entries(overlay).map(([field, { value }]) => [field, value]));

const rowOf = (tables: Tables, id: string): TaskRow | undefined =>
  tables.get<TaskRow>("select * from {planner_tasks} where id = ?", id);

type Identity = Pick<TaskRow, "row" | "id" | "source_id" | "uid" | "created_at" | "updated_at" | "gone_at">;

function write(
  tables: Tables,
  { row, id, source_id, uid, created_at, updated_at, gone_at }: Identity,
  fields: TaskFields,
  stated: Partial<TaskFields> | null,
  overlay: Overlay,
): void {
  const next: TaskRow = {
    row,
    id,
    source_id,
    uid,
    state: fields.state,
    priority: fields.priority,
    due: dueText(fields.due),
    scheduled_start: fields.scheduled?.start ?? "",
    position: fields.order,
    parent_id: fields.parentId ?? "",
    gone_at,
    created_at,
    updated_at,
    stated: stated && JSON.stringify(stated),
    overlay: JSON.stringify(overlay),
    body: JSON.stringify(fields),
  };
  putRow(tables, "planner_tasks", next);
  writeToSearch(tables, row, textOfTask(fields));
}

/** Returns the words by which a task is found. */
export const textOfTask = ({ title, content, people, tags }: TaskFields): SearchText => ({
  title,
  content,
  people: people.join(" "),
  tags: tags.join(" "),
});

/** Returns the due date or time as text that sorts: a day counts from its beginning. */
const dueText = (due: Due | null): string => due === null ? "" : "date" in due ? due.date : due.at;

/** Returns what a source states about a task, in the fields of tasks here. */
function statedFields({ title, content, priority, tags, rrule, status, task }: Item) {
  const { due, deferUntil, progress, done, completedAt, estimateMinutes } = task!;
  return {
    title,
    content,
    priority,
    tags,
    rrule,
    progress,
    state: stateOf(done, status),
    completedAt,
    due: dueOf(due),
    deferUntil: deferUntil && (deferUntil.at ?? deferUntil.local),
    ...(estimateMinutes !== null && { estimateMinutes }),
  };
}

/** A task that its source says is cancelled is not to be done anymore. */
const stateOf = (done: boolean, status: Item["status"]): TaskFields["state"] =>
  done ? "done" : status === "cancelled" ? "archived" : "open";

const dueOf = (due: ItemMoment | null): Due | null =>
  due === null
    ? null
    : due.at === null
    ? { date: due.local.slice(0, 10) }
    : { at: due.at, timeZone: due.timeZone };
