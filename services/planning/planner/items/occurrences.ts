import type { Item } from "../../../../store/planner/item.ts";
import { type ItemRow, LONG_SECONDS } from "../../../../store/planner/item_rows.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { keyOf } from "../../icalendar/expand.ts";
import { placeInZone } from "../../icalendar/wall.ts";
import { itemsOf, type KnownItem } from "./known_items.ts";
import type { Range } from "../../dates/range.ts";

/** One occurrence of an item, at its time for the planner, in seconds. */
export type Occurring = {
  row: ItemRow;
  item: Item;
  key: string;
  start: number;
  end: number;
  allDay: boolean;
};

type Found = { row: number; changed_by: string; start: number; end: number; key: string | null };

/** Dates and floating times may shift by this much from how they are stored. */
const MAX_OFFSET = 15 * 3600;

/** Returns the occurrences of a range by start. Dates and floating times are in `zone`; those that do not take time are left out. */
export function occurrencesIn(
  { store }: Pick<Core, "store">,
  range: Range,
  zone: string,
  rows?: readonly number[],
): Occurring[] {
  const [from, to] = [range.from - MAX_OFFSET, range.to + MAX_OFFSET];
  const of = rows ? `and o.item_row in (${rows.join(",")})` : "";
  const select = `select i.row, i.changed_by, o.start_at as start, o.end_at as end, o.key
    from {planner_occurrences} o join {planner_items} i on i.row = o.item_row`;
  const found = store.projector.tables.all<Found>(
    `${select} where o.long = 0 and o.start_at > ? and o.start_at < ? ${of}
     union all ${select} where o.long = 1 and o.start_at < ? and o.end_at > ? ${of}`,
    from - LONG_SECONDS,
    to,
    to,
    from,
  );
  const items = itemsOf({ store }, found);
  return found.map((one) => placed(items.get(one.row)!, one, zone))
    .filter(({ start, end }) =>
      start < range.to && (end > range.from || (start === end && start >= range.from))
    )
    .sort((a, b) => a.start - b.start || a.end - b.end || (a.row.id < b.row.id ? -1 : 1));
}

/** Returns all occurrences of one item. */
export function occurrencesOf(row: ItemRow, item: Item, zone: string): Occurring[] {
  return item.occurrences.map(({ start, end, key }) =>
    placed({ row, item }, { start, end, key: key ?? null }, zone)
  );
}

function placed(
  { row, item }: KnownItem,
  { start, end, key }: { start: number; end: number; key: string | null },
  zone: string,
): Occurring {
  const allDay = item.start?.allDay ?? false;
  const place = (seconds: number) => row.floating ? placeInZone(seconds, zone).seconds : seconds;
  const name = item.recurrenceId ?? key ?? keyOf(start, allDay);
  return { row, item, key: `${row.id}@${name}`, start: place(start), end: place(end), allDay };
}
