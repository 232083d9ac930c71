import type { EventStore } from "../../../../store/event_store.ts";
import type { Item } from "../../../../store/planner/item.ts";
import type { ItemRow } from "../../../../store/planner/item_rows.ts";
import { Recent } from "../../../../store/recent.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { ownedBy } from "../../../ground/kernel/owned_by.ts";
import { readJson } from "../../../../store/json_text.ts";

/** A row with its parsed body. Both are shared, and frozen. */
export type KnownItem = { row: ItemRow; item: Item };

/** How many parsed items are cached: some weeks of a full calendar. */
const MAX_KNOWN = 4096;

const knownOf = ownedBy<EventStore, Recent<KnownItem>>(() => new Recent(MAX_KNOWN));

/** Returns the items of rows, by row. Only items that changed since the last read are parsed again. */
export function itemsOf(
  { store }: Pick<Core, "store">,
  itemRows: Iterable<{ row: number; changed_by: string }>,
): Map<number, KnownItem> {
  const known = knownOf(store);
  const items = new Map<number, KnownItem>();
  const missing = new Set<number>();
  for (const { row, changed_by } of itemRows) {
    if (items.has(row)) continue;
    const one = known.get(String(row));
    if (one?.row.changed_by === changed_by) items.set(row, one);
    else missing.add(row);
  }
  if (missing.size === 0) return items;
  const rows = store.projector.tables.all<ItemRow>(
    "select * from {planner_items} where row in (select value from json_each(?))",
    JSON.stringify([...missing]),
  );
  for (const row of rows) {
    const one = { row, item: readJson(row.body) };
    known.set(String(row.row), one);
    items.set(row.row, one);
  }
  return items;
}
