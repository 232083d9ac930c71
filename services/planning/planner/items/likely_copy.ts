import type { Item } from "../../../../store/planner/item.ts";
import type { ItemRow } from "../../../../store/planner/item_rows.ts";
import type { Core } from "../../../ground/kernel/context.ts";

/**
 * Returns whether another event has the same time, title and organizer under another UID. It may be a copy of another source, or
 * only alike, so nothing is merged.
 */
export function isLikelyCopy(
  { store }: Pick<Core, "store">,
  { item_type, status, start_at, uid }: ItemRow,
  { title, organizer, occurrences: [first] }: Item,
): boolean {
  if (item_type !== "event" || status === "gone" || first === undefined) return false;
  return store.projector.tables.get(
    `select 1 from {planner_items} where item_type = 'event' and status in ('active', 'tentative') and start_at = ?
     and uid <> ? and body ->> '$.title' = ? and coalesce(body ->> '$.organizer.email', '') = ?
     and body ->> '$.occurrences[0].end' = ? limit 1`,
    start_at,
    uid,
    title,
    organizer?.email ?? "",
    first.end,
  ) !== undefined;
}
