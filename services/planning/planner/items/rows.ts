import type { ItemRow } from "../../../../store/planner/item_rows.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { NotFoundError } from "../../../ground/kernel/errors.ts";

type Reader = Pick<Core, "store">;

/** Returns the row of an item, whether or not its source still has it. */
export const itemRow = ({ store }: Reader, id: string): ItemRow | undefined =>
  store.projector.tables.get<ItemRow>("select * from {planner_items} where id = ?", id);

/** Returns the row of a changed occurrence of a series by its key; an empty key is that of the series itself. */
const rowInSeries = (
  { store }: Reader,
  { source_id, calendar_id, uid }: ItemRow,
  key: string,
): ItemRow | undefined =>
  store.projector.tables.get<ItemRow>(
    "select * from {planner_items} where source_id = ? and calendar_id = ? and uid = ? and recurrence_id = ?",
    source_id,
    calendar_id,
    uid,
    key,
  );

/** Returns the row of an item, or of the item of an occurrence's key. Throws `NotFoundError`. */
export function requireItem(ctx: Reader, id: string): { row: ItemRow; key: string | null } {
  const [plain = "", key = null] = id.split("@", 2);
  const row = itemRow(ctx, plain);
  if (!row) throw new NotFoundError("planner artifact", id);
  if (key === null || row.recurrence_id === key) return { row, key: null };
  const override = rowInSeries(ctx, row, key);
  return override ? { row: override, key: null } : { row, key };
}

/** Returns the row of the series that an item belongs to; that is its own, unless it is a changed occurrence. */
export const seriesRow = (ctx: Reader, row: ItemRow): ItemRow | undefined =>
  row.recurrence_id === "" ? row : rowInSeries(ctx, row, "");

/** Whether an occurrence of a series was changed on its own. */
export const isOverridden = (ctx: Reader, series: ItemRow, key: string): boolean =>
  (rowInSeries(ctx, series, key)?.status ?? "gone") !== "gone";
