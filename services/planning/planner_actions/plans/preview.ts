import type { StatedItem } from "../../../../store/planner/item.ts";
import type { ItemRow } from "../../../../store/planner/item_rows.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { type Busy, busyFrom, busyIn, byStart } from "../../planner/conflicts/busy.ts";
import { findConflicts } from "../../planner/conflicts/find.ts";
import { ComputedConflict } from "../../planner/conflicts/computed.ts";
import { detailOf } from "../../planner/conflicts/list.ts";
import { itemRow } from "../../planner/items/rows.ts";
import { occurrencesOf } from "../../planner/items/occurrences.ts";
import { affected, diffOf, shownEvent } from "./shown_event.ts";
import { type Range, timeAt } from "../../dates/range.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { itemId } from "../../planner/items/import.ts";
import { parseTexts } from "../../calendars/read_source.ts";
import { windowAt } from "../../dates/window.ts";
import type { Changes } from "./changes.ts";
import type { ShownPlan } from "./schemas.ts";
import { sourceIdOf } from "./target.ts";

type Preview = Pick<
  ShownPlan,
  "before" | "after" | "diff" | "occurrences" | "conflictsCreated" | "conflictsResolved"
>;

const DAY = 86_400;

/** Previews a change: what differs, which occurrences, and which conflicts appear and disappear. */
export async function previewOf(ctx: Ctx, changes: Changes, signal: AbortSignal): Promise<Preview> {
  const [before, after] = await Promise.all([
    itemsOf(ctx, changes, ({ before }) => before?.text ?? null, signal),
    itemsOf(ctx, changes, ({ after }) => after, signal),
  ]);
  const occurrences = affected(before, after);
  return {
    before: before.map(shownEvent),
    after: after.map(shownEvent),
    diff: diffOf(before, after),
    occurrences,
    ...conflictsOf(ctx, changes, after, occurrences),
  };
}

async function itemsOf(
  ctx: Ctx,
  { objects, calendarId }: Changes,
  textOf: (change: Changes["objects"][number]) => string | null,
  signal: AbortSignal,
): Promise<StatedItem[]> {
  const texts = objects.flatMap((change) => {
    const text = textOf(change);
    return text === null ? [] : [{ ref: change.target, calendarId, etag: null, text }];
  });
  if (texts.length === 0) return [];
  const window = windowAt(ctx.now());
  const { items, errors } = await parseTexts("calendar", "The event", texts, { window, signal });
  if (items.length === 0) throw new InvalidError(`The event cannot be read: ${errors[0]?.reason}`);
  return items;
}

/** Returns the conflicts around the earliest changed time. */
function conflictsOf(
  ctx: Ctx,
  changes: Changes,
  after: readonly StatedItem[],
  { first, last }: ShownPlan["occurrences"],
): Pick<Preview, "conflictsCreated" | "conflictsResolved"> {
  const settings = settingsOf(ctx);
  const now = Math.floor(ctx.now().getTime() / 1000);
  const range: Range = {
    from: Math.max(now, first === null ? now : Date.parse(first) / 1000 - DAY),
    to: Math.min(now + settings.horizonDays * DAY, last === null ? now : Date.parse(last) / 1000 + 2 * DAY),
  };
  if (range.to <= range.from) return { conflictsCreated: [], conflictsResolved: [] };
  const busy = busyIn(ctx, range, settings);
  const own = new Set(changes.objects.map(({ uid }) => uid));
  const sourceId = sourceIdOf(changes);
  const isOwn = ({ artifactId }: Busy) => isOf(ctx, artifactId, sourceId, own);
  const others = busy.filter((one) => !isOwn(one));
  const later = after.flatMap((item) =>
    occurrencesOf(rowFor(sourceId, item), { ...item, id: "" }, settings.timeZone)
  )
    .filter(({ start, end }) => start < range.to && end > range.from);
  const withOthers = (some: readonly Busy[]) => {
    const concerned = new Set(some);
    const found = findConflicts([...others, ...some].sort(byStart), range, settings, {
      concerns: (one) => concerned.has(one),
    });
    return new Map(found.map((one) => [new ComputedConflict(one).id, one]));
  };
  const was = withOthers(busy.filter(isOwn));
  const is = withOthers(busyFrom(ctx, later, settings));
  const only = (some: Map<string, Found>, others: Map<string, Found>) =>
    [...some].filter(([id]) => !others.has(id)).slice(0, 50).map(([, found]) => ({
      kind: found.kind,
      detail: detailOf(found),
      start: timeAt(found.start),
      end: timeAt(found.end),
    }));
  return { conflictsCreated: only(is, was), conflictsResolved: only(was, is) };
}

type Found = ReturnType<typeof findConflicts>[number];

function isOf(ctx: Ctx, artifactId: string | null, sourceId: string, uids: ReadonlySet<string>): boolean {
  const row = artifactId !== null && itemRow(ctx, artifactId);
  return row ? row.source_id === sourceId && uids.has(row.uid) : false;
}

/** Returns the row that an item would have. */
const rowFor = (sourceId: string, item: StatedItem): ItemRow => ({
  row: 0,
  id: itemId(sourceId, item),
  source_id: sourceId,
  calendar_id: item.calendarId,
  uid: item.uid,
  recurrence_id: item.recurrenceId ?? "",
  item_type: item.itemType,
  status: item.status,
  gone_at: null,
  human_label: null,
  human_reason: null,
  floating: item.start?.floating || item.start?.allDay ? 1 : 0,
  start_at: null,
  version: 1,
  changed_at: new Date(0).toISOString(),
  changed_fields: "[]",
  first_seen_at: new Date(0).toISOString(),
  changed_by: "",
  body: "",
});
