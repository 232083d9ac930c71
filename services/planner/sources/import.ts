import { sha256 } from "../../../store/chain.ts";
import type { Item, StatedItem } from "../../../store/planner/item.ts";
import { changedFields, type ItemRow } from "../../../store/planner/item_rows.ts";
import { LOCAL_SOURCE, MAX_CHANGES, plannerSourceStream } from "../../../store/planner/source_stream.ts";
import { type Ctx, record } from "../../kernel/context.ts";
import type { Parsed } from "../ics/input.ts";
import { type Content, SourceChangedError } from "./content.ts";

/** What an import did. */
export type Imported = {
  counts: {
    seen: number;
    added: number;
    changed: number;
    removed: number;
    unchanged: number;
    invalid: number;
  };
  /** How many items would have gone, where so many at once were held back. */
  held: number | null;
};

type Refresh = {
  sourceId: string;
  refreshId: string;
  config: string;
  evenMassRemoval: boolean;
  /** Nothing else is looked at where that is given. */
  onlyUid?: string;
};

const MIN_HELD = 10;

/** The id of an item: the same whenever it is imported again. */
export const itemId = (
  sourceId: string,
  { calendarId, uid, recurrenceId }: Pick<StatedItem, "calendarId" | "uid" | "recurrenceId">,
): string => `pla_${sha256(JSON.stringify([sourceId, calendarId, uid, recurrenceId])).slice(0, 26)}`;

/**
 * Brings what was read into the planner, in units of at most 200 changes, so that nobody waits for a large one. What a source no
 * longer has is marked as gone; more than half of it at once only where a person asked for that.
 */
export async function importItems(
  ctx: Ctx,
  refresh: Refresh,
  content: Content,
  parsed: Parsed,
): Promise<Imported> {
  const { sourceId, refreshId } = refresh;
  const isMeant = ({ uid }: { uid: string }) => refresh.onlyUid === undefined || uid === refresh.onlyUid;
  const known = new Map(rowsOf(ctx, sourceId).filter(isMeant).map((row) => [row.id, row]));
  const items = new Map<string, Item>(
    parsed.items.filter(isMeant).map((item) => {
      const id = itemId(sourceId, item);
      return [id, { ...item, id }];
    }),
  );
  const counts = {
    seen: items.size,
    added: 0,
    changed: 0,
    removed: 0,
    unchanged: 0,
    invalid: parsed.invalid,
  };
  const writing: Item[] = [];
  for (const item of items.values()) {
    const row = known.get(item.id);
    const before = row && JSON.parse(row.body) as Item;
    if (!before || row.status === "gone") counts.added++;
    else if (changedFields(before, item).length > 0) counts.changed++;
    else counts.unchanged++;
    if (!before || row.status === "gone" || !isSameText(before, item)) writing.push(item);
  }
  for (const items of chunksOf(writing)) {
    await write(ctx, refresh, { type: "planner.items_imported", data: { refreshId, items } });
  }
  const gone = goneOf(known, items, content, parsed);
  const present = [...known.values()].filter(({ status }) => status !== "gone").length;
  if (!refresh.evenMassRemoval && gone.length >= MIN_HELD && gone.length > present / 2) {
    return { counts, held: gone.length };
  }
  for (const ids of chunksOf(gone)) {
    await write(ctx, refresh, { type: "planner.items_removed", data: { refreshId, ids } });
  }
  return { counts: { ...counts, removed: gone.length }, held: null };
}

function goneOf(
  known: ReadonlyMap<string, ItemRow>,
  items: ReadonlyMap<string, Item>,
  content: Content,
  { unreadUids }: Parsed,
): string[] {
  const unread = new Set(unreadUids);
  const named = new Set([...content.gone, ...content.texts.map(({ ref }) => ref)]);
  return [...known.values()].filter(({ id, status, uid, body }) => {
    if (status === "gone" || items.has(id) || unread.has(uid)) return false;
    return content.full || named.has((JSON.parse(body) as Item).sourceRef ?? "");
  }).map(({ id }) => id);
}

const rowsOf = (ctx: Ctx, sourceId: string): ItemRow[] =>
  ctx.store.projector.tables.all<ItemRow>("select * from {planner_items} where source_id = ?", sourceId);

const isSameText = (a: Item, b: Item): boolean => JSON.stringify(a) === JSON.stringify({ ...a, ...b });

type Change = Parameters<typeof record<object, typeof plannerSourceStream.events>>[3][number];

/** Records one unit; refuses where the source was removed or set up anew meanwhile. */
async function write(ctx: Ctx, { sourceId, config }: Refresh, change: Change): Promise<void> {
  await ctx.store.commit(() => {
    const source = ctx.store.documents.get(plannerSourceStream, sourceId);
    const isKnown = source !== null || sourceId === LOCAL_SOURCE;
    if (!isKnown || JSON.stringify(source?.config ?? null) !== config) {
      throw new SourceChangedError("The source was changed while it was read. Refresh it again.");
    }
    record(ctx, plannerSourceStream, sourceId, [change]);
  });
}

function* chunksOf<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += MAX_CHANGES) yield all.slice(from, from + MAX_CHANGES);
}
