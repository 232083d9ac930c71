import type { Label } from "../../../store/planner/item.ts";
import type { SettingsDocument } from "../../../store/planner/settings.ts";
import type { TaskRow } from "../../../store/planner/task_rows.ts";
import type { TaskFields } from "../../../store/planner/task.ts";
import type { Core } from "../../kernel/context.ts";
import { classify } from "../classify.ts";
import { occurrencesIn, type Occurring } from "../occurrences.ts";
import { type Range, timeAt } from "../range.ts";
import { sourcesOf } from "../settings.ts";
import { Copies } from "../shown.ts";

/** Something that takes time; seconds. */
export type Busy = {
  /** Of the occurrence; the id of a task for its block. */
  key: string;
  /** What it is called wherever it moves: the key in a series, and the id of what occurs once. */
  name: string;
  artifactId: string | null;
  taskId: string | null;
  title: string;
  start: number;
  end: number;
  allDay: boolean;
  /** True for what is confirmed and accepted, or pinned. */
  firm: boolean;
  /** False for what is shown without taking time, such as most holidays. */
  takesTime: boolean;
  label: Label;
  location: string;
  hasLink: boolean;
  /** Since when it is as it is. */
  since: string;
};

/** All that takes time in a range, and all time off, by start. Copies of one item count once. */
export function busyIn(ctx: Pick<Core, "store">, range: Range, settings: SettingsDocument): Busy[] {
  const occurring = new Copies(ctx).shownOf(occurrencesIn(ctx, range, settings.timeZone));
  return [...busyFrom(ctx, occurring, settings), ...blocksIn(ctx, range)].sort(byStart);
}

/** Orders what takes time. */
export const byStart = (a: Busy, b: Busy): number => a.start - b.start || (a.key < b.key ? -1 : 1);

/** What of some occurrences takes time, or is time off. */
export function busyFrom(
  ctx: Pick<Core, "store">,
  occurring: readonly Occurring[],
  { identity: { emails } }: SettingsDocument,
): Busy[] {
  const configs = new Map(sourcesOf(ctx).map(({ id, config }) => [id, config]));
  return occurring.flatMap((one) => {
    const { row, item } = one;
    const { label } = classify(row, item, { config: configs.get(row.source_id) ?? null, emails });
    const response = item.attendees.find(({ email }) => emails.includes(email))?.partstat;
    if (row.status === "cancelled" || response === "DECLINED") return [];
    const takesTime = item.transparency === "opaque" && item.busyStatus !== "FREE";
    return takesTime || isAway(label)
      ? [busyOf(one, { label, takesTime, firm: isFirm(one, emails, response) })]
      : [];
  });
}

/** True for what keeps a person away from work. */
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

function blocksIn({ store }: Pick<Core, "store">, { from, to }: Range): Busy[] {
  const rows = store.projector.tables.all<TaskRow>(
    "select * from {planner_tasks} where scheduled_start <> '' and scheduled_start < ? and state = 'open' and gone_at is null",
    timeAt(to),
  );
  return rows.flatMap(({ id, body, updated_at }) => {
    const { title, scheduled } = JSON.parse(body) as TaskFields;
    const [start, end] = [scheduled!.start, scheduled!.end].map((at) => Date.parse(at) / 1000) as [
      number,
      number,
    ];
    return end <= from ? [] : [{
      key: id,
      name: id,
      artifactId: null,
      taskId: id,
      title,
      start,
      end,
      allDay: false,
      firm: scheduled!.pinned,
      takesTime: true,
      label: "focus" as const,
      location: "",
      hasLink: false,
      since: updated_at,
    }];
  });
}
