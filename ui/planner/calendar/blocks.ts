import { clockWords, DAY_MINUTES, wallAt } from "../common/days.ts";
import type {
  Conflict,
  Hit,
  PlannerTask,
  ScheduledMoment,
  SourceArtifact,
  SourceStatus,
} from "../common/types.ts";

/** An entry of the calendar. */
export type Block = {
  /** The key of an occurrence, or the id of the record. */
  key: string;
  kind: "event" | "task" | "note" | "due" | "run" | "approval" | "automation" | "connection";
  title: string;
  /** In milliseconds; equal for a point in time. */
  start: number;
  end: number;
  allDay: boolean;
  /** The first and last day; a day at whose midnight it ends is not included. */
  first: string;
  last: string;
  status: string;
  source: string | null;
  /** An event of which there are more. */
  repeats: boolean;
  /** Whether the time of a task stays as it is when others are planned. */
  pinned?: boolean;
  /** Its source could not be read recently, so it may be out of date. */
  stale: boolean;
  /** Its conflicts. */
  conflicts: readonly Conflict[];
  /** The id of the record whose page it opens; null if it opens a dialog. */
  leadsTo: string | null;
};

/** The records that the blocks of a calendar are computed from. */
type CalendarData = {
  timeZone: string;
  artifacts: readonly SourceArtifact[];
  scheduled: readonly PlannerTask[];
  due: readonly PlannerTask[];
  moments: readonly ScheduledMoment[];
  conflicts: readonly Conflict[];
  statuses: readonly SourceStatus[];
};

/** Returns the blocks of a calendar, sorted by their start. */
export function blocksOf(data: CalendarData): Block[] {
  const stale = new Set(
    data.statuses.filter(({ state }) => ["stale", "error", "auth_required"].includes(state)).map(({ id }) =>
      id
    ),
  );
  const place = (
    block: Omit<Block, "first" | "last" | "stale" | "conflicts" | "repeats"> & { repeats?: boolean },
    conflicts: Conflict[],
  ): Block => ({
    repeats: false,
    ...block,
    first: wallAt(block.start, data.timeZone).date,
    last: wallAt(Math.max(block.start, block.end - 1), data.timeZone).date,
    stale: block.source !== null && stale.has(block.source),
    conflicts,
  });
  const events = data.artifacts.filter(({ itemType }) => itemType === "event").flatMap((artifact) =>
    (artifact.occurrences ?? []).map(({ key, start, end, allDay }) =>
      place({
        key,
        kind: "event",
        title: artifact.title || "(no title)",
        start: Date.parse(start),
        end: Date.parse(end),
        allDay,
        status: artifact.status,
        source: artifact.source,
        repeats: artifact.rrule !== null || (artifact.occurrences ?? []).length > 1,
        leadsTo: null,
      }, data.conflicts.filter(({ occurrences }) => occurrences.includes(key)))
    )
  );
  const tasks = data.scheduled.map((task) =>
    place({
      key: task.id,
      kind: "task",
      title: task.title,
      start: Date.parse(task.scheduled!.start),
      end: Date.parse(task.scheduled!.end),
      pinned: task.scheduled!.pinned,
      allDay: false,
      status: task.state,
      source: task.source,
      leadsTo: null,
    }, data.conflicts.filter(({ taskIds }) => taskIds.includes(task.id)))
  );
  return [
    ...events,
    ...tasks,
    ...data.due.map((task) => dueBlock(task, data)),
    ...data.moments.map((moment) => place(momentBlock(moment), [])),
  ].sort((a, b) => a.start - b.start || a.end - b.end || (a.key < b.key ? -1 : 1));
}

/** Returns the block of the due date or time of a task. */
function dueBlock(task: PlannerTask, { timeZone, conflicts }: CalendarData): Block {
  const due = task.due!;
  const date = "date" in due ? due.date : wallAt(Date.parse(due.at), timeZone).date;
  const at = "date" in due ? Date.parse(`${due.date}T00:00:00Z`) : Date.parse(due.at);
  return {
    key: `due:${task.id}`,
    kind: "due",
    title: `Due: ${task.title}`,
    start: at,
    end: at,
    allDay: "date" in due,
    first: date,
    last: date,
    status: task.state,
    source: task.source,
    repeats: false,
    stale: false,
    conflicts: conflicts.filter(({ kind, taskIds }) =>
      kind === "deadline_at_risk" && taskIds.includes(task.id)
    ),
    leadsTo: null,
  };
}

function momentBlock(
  { id, kind, title, start: from, end: to, status, runId, approvalId, automationId }: ScheduledMoment,
) {
  const start = Date.parse(from);
  return {
    key: id,
    kind: kind === "approval-expiry" ? "approval" as const : kind,
    title,
    start,
    end: to === null ? start : Date.parse(to),
    allDay: false,
    status,
    source: null,
    leadsTo: approvalId ?? runId ?? automationId,
  };
}

/** Returns the part of a block that is on a day, in minutes. */
export function partOn(block: Block, date: string, timeZone: string): { from: number; to: number } {
  const [start, end] = [wallAt(block.start, timeZone), wallAt(block.end, timeZone)];
  const from = start.date < date ? 0 : start.minutes;
  const to = end.date > date ? DAY_MINUTES : end.minutes;
  return { from, to: Math.max(from, to) };
}

/** Returns the time of a block on a day, such as "09:00–10:00" or "all day". */
export function timeWords(block: Block, date: string, timeZone: string): string {
  if (block.allDay) return "all day";
  const { from, to } = partOn(block, date, timeZone);
  return from === to
    ? clockWords(from)
    : `${clockWords(from)}–${to === DAY_MINUTES ? "24:00" : clockWords(to)}`;
}

/** Returns the blocks of a day, all-day ones first. */
export const blocksOn = (blocks: readonly Block[], date: string): Block[] =>
  blocks.filter(({ first, last }) => first <= date && last >= date)
    .sort((a, b) => Number(isWhole(b, date)) - Number(isWhole(a, date)));

/** Reports whether a block fills a whole day. */
export const isWhole = ({ allDay, first, last }: Block, date: string): boolean =>
  allDay || (first < date && last > date);

/** Returns the block of a record outside of the calendar: a search result, or a citation. */
export const blockOf = (
  { id, itemType, title, source }: Pick<Hit, "id" | "itemType" | "title" | "source">,
): Block => ({
  key: id,
  kind: itemType,
  title,
  start: 0,
  end: 0,
  allDay: false,
  first: "",
  last: "",
  status: "",
  source,
  repeats: false,
  stale: false,
  conflicts: [],
  leadsTo: null,
});
