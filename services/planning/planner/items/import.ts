import { sha256 } from "../../../../store/chain.ts";
import type { Item, StatedItem } from "../../../../store/planner/item.ts";
import { changedFields, type ItemRow } from "../../../../store/planner/item_rows.ts";
import type { EventStore } from "../../../../store/event_store.ts";
import {
  LOCAL_SOURCE,
  MAX_CHANGES,
  NO_COUNTS,
  plannerSourceStream,
  type RefreshEnd,
} from "../../../../store/planner/source_stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { ownedBy } from "../../../ground/kernel/owned_by.ts";
import { Pace } from "../../../ground/kernel/pace.ts";
import type { ParsedContent } from "../../icalendar/input.ts";
import { type Content, SourceChangedError } from "../../calendars/content.ts";
import type { ConfiguredSource } from "../../planner_settings/settings.ts";
import { readJson } from "../../../../store/json_text.ts";

/** The result of an import. */
type ImportResult = {
  counts: RefreshEnd["counts"];
  /** How many items would have been removed, if so many were held back. */
  held: number | null;
  /** How many new items there was no room for. */
  left: number;
};

type Refresh = {
  sourceId: string;
  refreshId: string;
  config: string;
  /** How many imports into the source had begun before the content was read. */
  since: number;
  evenMassRemoval: boolean;
  /** Only this is imported if given. */
  onlyUid?: string;
  /** How many entries of all sources the planner keeps; what a person writes here always has room. */
  most?: number;
};

/** How many imports into each source have begun. */
const begun = ownedBy((_: EventStore) => new Map<string, number>());

/** Returns how many imports into a source have begun: what was read before one of them may be older than what it brought. */
const importsInto = ({ store }: Pick<Ctx, "store">, sourceId: string): number =>
  begun(store).get(sourceId) ?? 0;

/** Returns an import that a person asked for, into the local calendar without a source. To be called before the content is read. */
export const newImport = (
  ctx: Pick<Ctx, "store" | "newId">,
  source: ConfiguredSource | null,
  refreshId = ctx.newId("plr"),
): Refresh => ({
  sourceId: source?.id ?? LOCAL_SOURCE,
  refreshId,
  config: JSON.stringify(source?.config ?? null),
  since: importsInto(ctx, source?.id ?? LOCAL_SOURCE),
  evenMassRemoval: true,
});

type KnownRow = Pick<ItemRow, "id" | "uid" | "status"> & { source_ref: string | null };

const MIN_HELD = 10;

/** How many items are written at once: some milliseconds of work, in which everything else waits. */
const UNIT = 50;

/** Returns the id of an item: the same in every import. */
export const itemId = (
  sourceId: string,
  { calendarId, uid, recurrenceId }: Pick<StatedItem, "calendarId" | "uid" | "recurrenceId">,
): string => `pla_${sha256(JSON.stringify([sourceId, calendarId, uid, recurrenceId])).slice(0, 26)}`;

/**
 * Imports what was read into the planner, in small units, so that no request waits for a large one. Items that a source no longer
 * has are marked as gone; more than half of them at once, or what a damaged text may still have, only if a person asked for that.
 */
export async function importItems(
  ctx: Ctx,
  refresh: Refresh,
  content: Content,
  parsed: ParsedContent,
): Promise<ImportResult> {
  const { sourceId, refreshId, since } = refresh;
  if (importsInto(ctx, sourceId) !== since) throw new SourceChangedError(CHANGED);
  begun(ctx.store).set(sourceId, since + 1);
  const isMeant = ({ uid }: { uid: string }) => refresh.onlyUid === undefined || uid === refresh.onlyUid;
  const items = new Map(
    parsed.items.filter(isMeant).map((item): [string, Item] => {
      const id = itemId(sourceId, item);
      return [id, { ...item, id }];
    }),
  );
  const counts = { ...NO_COUNTS, seen: items.size, invalid: parsed.invalid };
  const known = rowsOf(ctx, sourceId).filter(isMeant);
  const pace = new Pace();
  let room = refresh.most === undefined ? Infinity : refresh.most - countAll(ctx);
  let left = 0;
  let writing: Item[] = [];
  const bring = async () => {
    if (writing.length > 0) {
      await write(ctx, refresh, { type: "planner.items_imported", data: { refreshId, items: writing } });
    }
    writing = [];
  };
  for (const item of items.values()) {
    const before = itemAt(ctx, item.id);
    if (!before && room-- <= 0) {
      left++;
      continue;
    }
    if (!before) counts.added++;
    else if (changedFields(before, item).length > 0) counts.changed++;
    else counts.unchanged++;
    if (!before || !isSameText(before, item)) writing.push(item);
    if (writing.length === UNIT) await bring();
    await pace.breathe();
  }
  await bring();
  const gone = goneOf(known, items, content, parsed);
  const present = known.filter(({ status }) => status !== "gone").length;
  const isMass = gone.length >= MIN_HELD && gone.length > present / 2;
  const isHeld = refresh.evenMassRemoval ? () => false : isMass ? () => true : isIn(parsed.damaged);
  const removed = gone.filter((row) => !isHeld(row)).map(({ id }) => id);
  for (let from = 0; from < removed.length; from += MAX_CHANGES) {
    const ids = removed.slice(from, from + MAX_CHANGES);
    await write(ctx, refresh, { type: "planner.items_removed", data: { refreshId, ids } });
  }
  const invalid = counts.invalid + left;
  const held = gone.length - removed.length || null;
  return { counts: { ...counts, invalid, removed: removed.length }, held, left };
}

const countAll = ({ store }: Pick<Ctx, "store">): number =>
  store.projector.tables.get<{ n: number }>(
    "select count(*) as n from {planner_items} where gone_at is null",
  )!.n;

const isIn = (refs: readonly string[]) => {
  const named = new Set(refs);
  return ({ source_ref }: KnownRow): boolean => source_ref !== null && named.has(source_ref);
};

function goneOf(
  known: readonly KnownRow[],
  items: ReadonlyMap<string, Item>,
  content: Content,
  { unreadUids, broken }: ParsedContent,
): KnownRow[] {
  const unread = new Set(unreadUids);
  const named = new Set([...content.gone, ...content.texts.map(({ ref }) => ref)]);
  const cutOff = isIn([...broken, ...content.errors.map(({ ref }) => ref)]);
  return known.filter((row) => {
    const { id, status, uid, source_ref } = row;
    if (status === "gone" || items.has(id) || unread.has(uid) || cutOff(row)) return false;
    return content.full || named.has(source_ref ?? "");
  });
}

const rowsOf = (ctx: Ctx, sourceId: string): KnownRow[] =>
  ctx.store.projector.tables.all<KnownRow>(
    `select id, uid, status, json_extract(body, '$.sourceRef') as source_ref from {planner_items}
     where source_id = ?`,
    sourceId,
  );

/** Returns the known item; null if it is new, or was gone. */
function itemAt(ctx: Ctx, id: string): Item | null {
  const row = ctx.store.projector.tables.get<Pick<ItemRow, "body">>(
    "select body from {planner_items} where id = ? and status <> 'gone'",
    id,
  );
  return row ? readJson(row.body) : null;
}

const isSameText = (a: Item, b: Item): boolean => JSON.stringify(a) === JSON.stringify({ ...a, ...b });

type Change = Parameters<typeof record<object, typeof plannerSourceStream.events>>[3][number];

const CHANGED = "The source was changed while it was read. Refresh it again.";

/** Records one unit; refuses if the source was removed, set up again, or read by another import in the meantime. */
async function write(ctx: Ctx, { sourceId, config, since }: Refresh, change: Change): Promise<void> {
  await ctx.store.commit(() => {
    const source = ctx.store.documents.get(plannerSourceStream, sourceId);
    const isKnown = source !== null || sourceId === LOCAL_SOURCE;
    const isSame = JSON.stringify(source?.config ?? null) === config;
    if (!isKnown || !isSame || importsInto(ctx, sourceId) !== since + 1) {
      throw new SourceChangedError(CHANGED);
    }
    record(ctx, plannerSourceStream, sourceId, [change]);
  });
}
