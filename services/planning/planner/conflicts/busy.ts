import type { Label } from "../../../../store/planner/item.ts";
import type { SettingsDocument } from "../../../../store/planner/settings.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { classifyItem, modelLabelsOf } from "../items/classify.ts";
import { occurrencesIn, type Occurring } from "../items/occurrences.ts";
import type { Range } from "../../dates/range.ts";
import { sourcesOf } from "../../planner_settings/settings.ts";
import { Copies } from "../items/copies.ts";
import { openTasksOf } from "./open_tasks.ts";

/** Something that takes time, in seconds. */
export type Busy = {
  /** The key of the occurrence, or the id of a task for its reserved time. */
  key: string;
  /** A name that stays when it moves: the key in a series, the id of a single event. */
  name: string;
  artifactId: string | null;
  taskId: string | null;
  title: string;
  start: number;
  end: number;
  allDay: boolean;
  /** True if confirmed and accepted, or pinned. */
  firm: boolean;
  /** False if it is shown as free, like most holidays. */
  takesTime: boolean;
  label: Label;
  location: string;
  hasLink: boolean;
  /** The time of its last change. */
  since: string;
};

/** Returns everything that takes time in a range, and all time off, by start. Copies of one item count once. */
export function busyIn(ctx: Pick<Core, "store">, range: Range, settings: SettingsDocument): Busy[] {
  const occurring = new Copies(ctx).shownOf(occurrencesIn(ctx, range, settings.timeZone));
  return [...busyFrom(ctx, occurring, settings), ...blocksIn(ctx, range)].sort(byStart);
}

/** Returns the same of a range and as much around it as a buffer reaches. */
export function busyAround(
  ctx: Pick<Core, "store">,
  { from, to }: Range,
  settings: SettingsDocument,
): Busy[] {
  const reach = Math.max(settings.bufferMinutes, settings.travelBufferMinutes ?? 0) * 60;
  return busyIn(ctx, { from: from - reach, to: to + reach }, settings);
}

/** Orders what takes time. */
export const byStart = (a: Busy, b: Busy): number => a.start - b.start || (a.key < b.key ? -1 : 1);

/** Returns which of the occurrences take time, or are time off. */
export function busyFrom(
  ctx: Pick<Core, "store">,
  occurring: readonly Occurring[],
  { identity: { emails } }: SettingsDocument,
): Busy[] {
  const configs = new Map(sourcesOf(ctx).map(({ id, config }) => [id, config]));
  const models = modelLabelsOf(ctx);
  return occurring.flatMap((one) => {
    const { row, item } = one;
    const { label } = classifyItem(row, item, {
      config: configs.get(row.source_id) ?? null,
      emails,
      models,
    });
    const response = item.attendees.find(({ email }) => emails.includes(email))?.partstat;
    if (row.status === "cancelled" || response === "DECLINED") return [];
    const takesTime = item.transparency === "opaque" && item.busyStatus !== "FREE";
    return takesTime || isAway(label)
      ? [busyOf(one, { label, takesTime, firm: isFirm(one, emails, response) })]
      : [];
  });
}

/** Whether an item keeps a person away from work. */
export const isAway = (label: Label): boolean => label === "time_off" || label === "holiday";

function isFirm({ row, item }: Occurring, emails: readonly string[], response: string | undefined): boolean {
  if (row.status === "tentative" || item.busyStatus === "TENTATIVE") return false;
  return response === undefined || response === "ACCEPTED" || emails.includes(item.organizer?.email ?? "");
}

const busyOf = (
  { row, item, key, start, end, allDay }: Occurring,
  more: Pick<Busy, "label" | "takesTime" | "firm">,
): Busy => ({
  key,
  name: item.rrule === null && item.occurrences.length === 1 ? row.id : key,
  artifactId: row.id,
  taskId: null,
  title: item.title,
  start,
  end,
  allDay,
  location: item.location,
  hasLink: item.conferenceUrl !== null,
  since: row.changed_at,
  ...more,
});

function blocksIn(ctx: Pick<Core, "store">, { from, to }: Range): Busy[] {
  const blocks = openTasksOf(ctx).blocks.values().filter(({ start, end }) => start < to && end > from);
  return blocks.map(({ id, pinned, ...block }): Busy => ({
    ...block,
    key: id,
    name: id,
    artifactId: null,
    taskId: id,
    allDay: false,
    firm: pinned,
    takesTime: true,
    label: "focus",
    location: "",
    hasLink: false,
  })).toArray();
}
