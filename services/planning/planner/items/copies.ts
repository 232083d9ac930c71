import type { Item } from "../../../../store/planner/item.ts";
import type { ItemRow } from "../../../../store/planner/item_rows.ts";
import { LOCAL_SOURCE } from "../../../../store/planner/source_stream.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import type { Occurring } from "./occurrences.ts";
import { sourcesOf } from "../../planner_settings/settings.ts";
import { isWritable } from "../../planner_settings/write_back.ts";
import { readJson } from "../../../../store/json_text.ts";

type Copy = Pick<ItemRow, "id" | "source_id" | "calendar_id" | "body"> & {
  sequence: number;
  modified: string;
};
type Named = Pick<ItemRow, "id" | "uid" | "recurrence_id">;

/** Returns which of several copies of one item is shown, what the others add to it, and where they are. */
export class Copies {
  readonly #places: ReadonlyMap<string, { place: number; isWritable: boolean }>;

  constructor(readonly service: Pick<Core, "store">) {
    this.#places = new Map([
      [LOCAL_SOURCE, { place: -1, isWritable: true }],
      ...sourcesOf(service).map(({ id, config, collections }, place) =>
        [id, {
          place,
          isWritable: isWritable(config) && collections.some(({ readOnly }) => !readOnly),
        }] as const
      ),
    ]);
  }

  /**
   * Returns all items with the same UID and RECURRENCE-ID, the shown one first: that of a writable source, then the newest, then
   * that of the source that is configured first.
   */
  of({ uid, recurrence_id }: Pick<Named, "uid" | "recurrence_id">): Copy[] {
    const copies = this.service.store.projector.tables.all<Copy>(
      `select id, source_id, calendar_id, body, json_extract(body, '$.sequence') as sequence,
       coalesce(json_extract(body, '$.modifiedAt'), '') as modified
       from {planner_items} where uid = ? and recurrence_id = ? and status <> 'gone'`,
      uid,
      recurrence_id,
    );
    const place = ({ source_id }: Copy) => this.#places.get(source_id)?.place ?? Infinity;
    const writable = ({ source_id }: Copy) => this.#places.get(source_id)?.isWritable ? 0 : 1;
    return copies.sort((a, b) =>
      writable(a) - writable(b) || b.sequence - a.sequence ||
      (a.modified < b.modified ? 1 : a.modified > b.modified ? -1 : 0) ||
      place(a) - place(b) || (a.id < b.id ? -1 : 1)
    );
  }

  /** Returns only the shown occurrences, with what only a copy knows. */
  shownOf(all: readonly Occurring[]): Occurring[] {
    const twice = new Set<string>();
    const seen = new Map<string, string>();
    for (const { row } of all) {
      const other = seen.get(row.uid);
      if (other !== undefined && other !== row.id) twice.add(row.uid);
      seen.set(row.uid, row.id);
    }
    const known = new Map<string, { first: string; item: Item }>();
    return all.flatMap((one) => {
      const { row, item } = one;
      if (!twice.has(row.uid)) return [one];
      const name = `${row.uid}\0${row.recurrence_id}`;
      let shown = known.get(name);
      if (!shown) {
        const copies = this.of(row);
        const isFirst = copies[0]!.id === row.id;
        shown = { first: copies[0]!.id, item: withCopies(isFirst ? item : itemOf(copies[0]!), copies) };
        known.set(name, shown);
      }
      return shown.first === row.id ? [{ ...one, item: shown.item }] : [];
    });
  }
}

const itemOf = ({ body }: Pick<Copy, "body">): Item => readJson(body);

/** Returns an item with what only its copies know: people, place, link and text are never lost behind a poorer copy. */
export function withCopies(item: Item, copies: readonly Pick<Copy, "id" | "body">[]): Item {
  const known = { ...item };
  for (const copy of copies) {
    if (copy.id === item.id) continue;
    const { organizer, attendees, location, conferenceUrl, content } = itemOf(copy);
    known.organizer ??= organizer;
    if (known.attendees.length === 0) known.attendees = attendees;
    known.location ||= location;
    known.conferenceUrl ??= conferenceUrl;
    known.content ||= content;
  }
  return known;
}
