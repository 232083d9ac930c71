import { idOf } from "../event.ts";
import type { EventOf } from "../stream.ts";
import type { Tables } from "../view.ts";
import type { Item } from "./item.ts";
import { textOfItem } from "./item_text.ts";
import { putRow } from "./put_row.ts";
import { rowAt } from "./row_at.ts";
import { removeFromSearch, writeToSearch } from "./search_rows.ts";
import type { plannerSourceEvents } from "./source_stream.ts";
import { stateTask, taskIdOf, taskIsGone } from "./task_rows.ts";
import { type JsonText, readJson } from "../json_text.ts";
import { keysOf } from "../shared/records.ts";

/**
 * A row of `planner_items`. Its `row` is also that of its text in the search, and derives from the event that brought
 * it.
 */
export type ItemRow = {
  row: number;
  id: string;
  source_id: string;
  calendar_id: string;
  uid: string;
  recurrence_id: string;
  item_type: Item["itemType"];
  status: Item["status"] | "gone";
  gone_at: string | null;
  human_label: string | null;
  human_reason: string | null;
  floating: 0 | 1;
  start_at: number | null;
  version: number;
  changed_at: string;
  changed_fields: JsonText<string[]>;
  first_seen_at: string;
  /** The event that last changed the row: while it stays the same, so does the row. */
  changed_by: string;
  body: JsonText<Item>;
};

/** Longer occurrences are searched for separately, so that the others are found by their start. */
export const LONG_SECONDS = 86_400;

type Imported = Extract<EventOf<typeof plannerSourceEvents>, { type: "planner.items_imported" }>;
type Removed = Extract<EventOf<typeof plannerSourceEvents>, { type: "planner.items_removed" }>;
type Classified = Extract<EventOf<typeof plannerSourceEvents>, { type: "planner.item_classified" }>;

/** Stores items in their current state. */
export function imported(tables: Tables, event: Imported): void {
  event.data.items.forEach((item, n) => {
    const known = tables.get<ItemRow>("select * from {planner_items} where id = ?", item.id);
    const before = known ? readJson(known.body) : null;
    const row = known?.row ?? rowAt(event.seq, n);
    const next: ItemRow = {
      row,
      id: item.id,
      source_id: idOf(event),
      calendar_id: item.calendarId,
      uid: item.uid,
      recurrence_id: item.recurrenceId ?? "",
      item_type: item.itemType,
      status: item.status,
      gone_at: null,
      human_label: known?.human_label ?? null,
      human_reason: known?.human_reason ?? null,
      floating: item.start?.floating || item.start?.allDay ? 1 : 0,
      start_at: item.occurrences[0]?.start ?? null,
      ...historyOf(known, before, item, event.at),
      first_seen_at: known?.first_seen_at ?? event.at,
      changed_by: nameOf(event),
      body: JSON.stringify(item),
    };
    putRow(tables, "planner_items", next);
    // A removed item has neither occurrences nor words; most changes leave its words alone.
    const isOther = before !== null && before.itemType !== item.itemType;
    const now = known?.status === "gone" || isOther ? null : before;
    if (isOther && item.itemType === "task") removeFromSearch(tables, row);
    if (isOther && before.itemType === "task") taskIsGone(tables, taskIdOf(item.id), event.at);
    if (known?.floating !== next.floating || !isSame(now?.occurrences, item.occurrences)) {
      writeOccurrences(tables, row, next, item);
    }
    if (item.itemType === "task" && item.task) {
      stateTask(tables, { row: row + 1, sourceId: idOf(event), at: event.at }, item);
    } else if (!now || !isSame(textOfItem(now), textOfItem(item))) {
      writeToSearch(tables, row, textOfItem(item));
    }
  });
}

/** An undone event may have had the number of another, but not the same time as well. */
const nameOf = ({ seq, at }: { seq: number; at: string }): string => `${seq} ${at}`;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Fields that change without anyone having changed the item. */
const DERIVED: readonly string[] = ["occurrences", "sourceRef", "etag", "modifiedAt", "rawSha256"];

/**
 * Returns the fields in which two states of an item differ, except those that follow from its place and the time of
 * reading.
 */
export const changedFields = (before: Item, after: Item): string[] =>
  keysOf(after).filter((name) => !DERIVED.includes(name) && !isSame(before[name], after[name]));

function historyOf(known: ItemRow | undefined, before: Item | null, item: Item, at: string) {
  if (!known || !before) return { version: 1, changed_at: at, changed_fields: "[]" };
  const fields = changedFields(before, item);
  if (known.status === "gone") fields.unshift("status");
  if (fields.length === 0) {
    const { version, changed_at, changed_fields } = known;
    return { version, changed_at, changed_fields };
  }
  return { version: known.version + 1, changed_at: at, changed_fields: JSON.stringify(fields) };
}

function writeOccurrences(tables: Tables, row: number, { source_id, floating }: ItemRow, item: Item): void {
  tables.run("delete from {planner_occurrences} where item_row = ?", row);
  // A note takes no time, and a task has its own.
  if (item.itemType !== "event") return;
  item.occurrences.forEach(({ start, end, key }, n) =>
    tables.run(
      "insert into {planner_occurrences} values (?, ?, ?, ?, ?, ?, ?, ?)",
      row,
      n,
      source_id,
      start,
      end,
      end - start > LONG_SECONDS ? 1 : 0,
      floating,
      key ?? null,
    )
  );
}

/** Marks items that their source no longer has. */
export function removed(tables: Tables, event: Removed): void {
  for (const id of event.data.ids) {
    const known = tables.get<ItemRow>("select * from {planner_items} where id = ?", id);
    if (!known) continue;
    tables.run(
      `update {planner_items} set status = 'gone', gone_at = ?, version = version + 1, changed_at = ?,
       changed_fields = '["status"]', changed_by = ? where id = ?`,
      event.at,
      event.at,
      nameOf(event),
      id,
    );
    tables.run("delete from {planner_occurrences} where item_row = ?", known.row);
    removeFromSearch(tables, known.row);
    if (known.item_type === "task") taskIsGone(tables, taskIdOf(id), event.at);
  }
}

/** Stores a person's classification of an item; null returns to the rule. */
export function classified(tables: Tables, event: Classified): void {
  const { itemId, label, reason } = event.data;
  tables.run(
    "update {planner_items} set human_label = ?, human_reason = ?, changed_by = ? where id = ?",
    label,
    label === null ? null : reason,
    nameOf(event),
    itemId,
  );
}
