import type { Core } from "../kernel/context.ts";
import type { Occurring } from "./occurrences.ts";
import { sourcesOf } from "./settings.ts";

type Copy = { id: string; source_id: string; calendar_id: string; sequence: number; modified: string };

/** Returns which of several copies of one item is shown, and where the others are. */
export class Copies {
  readonly #order: ReadonlyMap<string, number>;

  constructor(readonly service: Pick<Core, "store">) {
    this.#order = new Map(
      sourcesOf(service).map(({ id, config }, i) => [id, config.kind === "caldav" ? i - 100 : i]),
    );
  }

  /** Returns all items with the same UID and RECURRENCE-ID, the shown one first: that of a writable source, then the newest. */
  of({ uid, recurrence_id }: { uid: string; recurrence_id: string }): Copy[] {
    const copies = this.service.store.projector.tables.all<Copy>(
      `select id, source_id, calendar_id, json_extract(body, '$.sequence') as sequence,
       coalesce(json_extract(body, '$.modifiedAt'), '') as modified
       from {planner_items} where uid = ? and recurrence_id = ? and status <> 'gone'`,
      uid,
      recurrence_id,
    );
    const place = ({ source_id }: Copy) => this.#order.get(source_id) ?? 0;
    const writable = (copy: Copy) => place(copy) < 0 ? 0 : 1;
    return copies.sort((a, b) =>
      writable(a) - writable(b) || b.sequence - a.sequence ||
      (a.modified < b.modified ? 1 : a.modified > b.modified ? -1 : 0) ||
      place(a) - place(b) || (a.id < b.id ? -1 : 1)
    );
  }

  /** Returns only the shown occurrences. */
  shownOf(all: readonly Occurring[]): Occurring[] {
    const twice = new Set<string>();
    const seen = new Map<string, string>();
    for (const { row } of all) {
      const other = seen.get(row.uid);
      if (other !== undefined && other !== row.id) twice.add(row.uid);
      seen.set(row.uid, row.id);
    }
    const first = new Map<string, string>();
    return all.filter(({ row }) => {
      if (!twice.has(row.uid)) return true;
      const name = `${row.uid}\0${row.recurrence_id}`;
      if (!first.has(name)) first.set(name, this.of(row)[0]!.id);
      return first.get(name) === row.id;
    });
  }
}
