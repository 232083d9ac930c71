import type { Item } from "../../../../store/planner/item.ts";
import type { ItemRow } from "../../../../store/planner/item_rows.ts";
import { LOCAL_SOURCE } from "../../../../store/planner/source_stream.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { itemsOf } from "./known_items.ts";
import type { Occurring } from "./occurrences.ts";
import { sourcesOf } from "../../planner_settings/settings.ts";
import { isWritable } from "../../planner_settings/write_back.ts";

type CopyRow = Pick<ItemRow, "row" | "changed_by" | "id" | "source_id" | "calendar_id">;
type Copy = CopyRow & { item: Item };
type Named = Pick<ItemRow, "id" | "uid" | "recurrence_id">;

/** Returns which of several copies of one item is shown, what the others add to it, and where they are. */
export class Copies {
  #places: ReturnType<typeof placesOf> | null = null;

  /** With `sources`, only copies in these count. */
  constructor(readonly service: Pick<Core, "store">, readonly sources: readonly string[] | null = null) {}

  /**
   * Returns all items with the same UID and RECURRENCE-ID, the shown one first: that of a writable source, then the newest, then
   * that of the source that is configured first.
   */
  of({ uid, recurrence_id }: Pick<Named, "uid" | "recurrence_id">): Copy[] {
    const rows = this.service.store.projector.tables.all<CopyRow>(
      `select row, changed_by, id, source_id, calendar_id from {planner_items}
       where uid = ? and recurrence_id = ? and status <> 'gone'`,
      uid,
      recurrence_id,
    ).filter(({ source_id }) => this.#isMeant(source_id));
    const items = itemsOf(this.service, rows);
    const copies = rows.map((row): Copy => ({ ...row, item: items.get(row.row)!.item }));
    if (copies.length < 2) return copies;
    const places = this.#places ??= placesOf(this.service);
    const place = ({ source_id }: Copy) => places.get(source_id)?.place ?? Infinity;
    const writable = ({ source_id }: Copy) => places.get(source_id)?.isWritable ? 0 : 1;
    const modified = ({ item }: Copy) => item.modifiedAt ?? "";
    return copies.sort((a, b) =>
      writable(a) - writable(b) || b.item.sequence - a.item.sequence ||
      (modified(a) < modified(b) ? 1 : modified(a) > modified(b) ? -1 : 0) ||
      place(a) - place(b) || (a.id < b.id ? -1 : 1)
    );
  }

  /** Returns only the shown occurrences, with what only a copy knows. */
  shownOf(all: readonly Occurring[]): Occurring[] {
    const meant = all.filter(({ row }) => this.#isMeant(row.source_id));
    const twice = new Set<string>();
    const seen = new Map<string, string>();
    for (const { row } of meant) {
      const other = seen.get(row.uid);
      if (other !== undefined && other !== row.id) twice.add(row.uid);
      seen.set(row.uid, row.id);
    }
    const known = new Map<string, { first: string; item: Item }>();
    return meant.flatMap((one) => {
      const { row, item } = one;
      if (!twice.has(row.uid)) return [one];
      const name = `${row.uid}\0${row.recurrence_id}`;
      let shown = known.get(name);
      if (!shown) {
        const copies = this.of(row);
        const isFirst = copies[0]!.id === row.id;
        shown = { first: copies[0]!.id, item: withCopies(isFirst ? item : copies[0]!.item, copies) };
        known.set(name, shown);
      }
      return shown.first === row.id ? [{ ...one, item: shown.item }] : [];
    });
  }

  readonly #isMeant = (source: string): boolean => this.sources?.includes(source) ?? true;
}

const placesOf = (service: Pick<Core, "store">): Map<string, { place: number; isWritable: boolean }> =>
  new Map([
    [LOCAL_SOURCE, { place: -1, isWritable: true }],
    ...sourcesOf(service).map(({ id, config, collections }, place) =>
      [id, {
        place,
        isWritable: isWritable(config) && collections.some(({ readOnly }) => !readOnly),
      }] as const
    ),
  ]);

/** Returns an item with what only its copies know: people, place, link and text are never lost behind a poorer copy. */
export function withCopies(item: Item, copies: readonly Pick<Copy, "id" | "item">[]): Item {
  const known = { ...item };
  for (const copy of copies) {
    if (copy.id === item.id) continue;
    const { organizer, attendees, location, conferenceUrl, content } = copy.item;
    known.organizer ??= organizer;
    if (known.attendees.length === 0) known.attendees = attendees;
    known.location ||= location;
    known.conferenceUrl ??= conferenceUrl;
    known.content ||= content;
  }
  return known;
}
