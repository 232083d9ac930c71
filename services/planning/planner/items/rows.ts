import type { ItemRow } from "../../../../store/planner/item_rows.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { NotFoundError } from "../../../ground/kernel/errors.ts";

type Reader = Pick<Core, "store">;

/** Returns the row of an item, or of the item of an occurrence's key. Throws `NotFoundError`. */
export function requireItem(
  { store }: Reader,
  id: string,
): { row: ItemRow; key: string | null } {
  const [plain = "", key = null] = id.split("@", 2);
  const { tables } = store.projector;
  const row = tables.get<ItemRow>("select * from {planner_items} where id = ?", plain);
  if (!row) throw new NotFoundError("planner artifact", id);
  if (key === null || row.recurrence_id === key) return { row, key: null };
  const override = tables.get<ItemRow>(
    "select * from {planner_items} where source_id = ? and calendar_id = ? and uid = ? and recurrence_id = ?",
    row.source_id,
    row.calendar_id,
    row.uid,
    key,
  );
  return override ? { row: override, key: null } : { row, key };
}

/** Returns the row of an item, whether or not its source still has it. */
export const itemRow = ({ store }: Reader, id: string): ItemRow | undefined =>
  store.projector.tables.get<ItemRow>("select * from {planner_items} where id = ?", id);

/** Returns the row of an item of a source. */
export const itemRowIn = ({ store }: Reader, sourceId: string, id: string): ItemRow | undefined =>
  store.projector.tables.get<ItemRow>(
    "select * from {planner_items} where source_id = ? and id = ?",
    sourceId,
    id,
  );

/** Returns the row of the series that an item belongs to; that is its own, unless it is a changed occurrence. */
export const seriesRow = ({ store }: Reader, row: ItemRow): ItemRow | undefined =>
  row.recurrence_id === "" ? row : store.projector.tables.get<ItemRow>(
    "select * from {planner_items} where source_id = ? and calendar_id = ? and uid = ? and recurrence_id = ''",
    row.source_id,
    row.calendar_id,
    row.uid,
  );

/** Whether an occurrence of a series was changed on its own. */
export const isOverridden = ({ store }: Reader, series: ItemRow, key: string): boolean =>
  store.projector.tables.get(
    "select 1 from {planner_items} where source_id = ? and calendar_id = ? and uid = ? and recurrence_id = ? and status <> 'gone'",
    series.source_id,
    series.calendar_id,
    series.uid,
    key,
  ) !== undefined;
