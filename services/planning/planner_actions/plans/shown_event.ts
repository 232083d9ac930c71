import type { Occurrence, StatedItem } from "../../../../store/planner/item.ts";
import type { ShownEvent, ShownPlan } from "./schemas.ts";
import { timeAt } from "../../dates/range.ts";
import { mapTuple } from "../../../../store/shared/tuples.ts";
import { keysOf } from "../../../../store/shared/records.ts";

/** Returns an event as a plan shows it. */
export const shownEvent = (item: StatedItem): ShownEvent => ({
  recurrenceId: item.recurrenceId,
  title: item.title,
  start: item.start?.local ?? null,
  end: item.end?.local ?? null,
  timeZone: item.start?.timeZone ?? null,
  rrule: item.rrule,
  location: item.location,
  content: item.content,
  transparency: item.transparency,
  status: item.task ? (item.task.done ? "done" : "open") : item.status,
  attendees: item.attendees.map(({ email, name, partstat }) => ({ email, name, partstat })),
  occurrences: item.occurrences.length,
  ...(item.task && {
    due: item.task.due?.local ?? null,
    progress: item.task.progress,
    priority: item.priority,
    tags: item.tags,
  }),
});

/** Returns the differences of each object, field by field; of several objects, each difference says whose it is. */
export function diffOf(before: readonly StatedItem[], after: readonly StatedItem[]): ShownPlan["diff"] {
  const refs = [...new Set([...before, ...after].map(({ sourceRef }) => sourceRef))];
  return refs.flatMap((ref) => {
    const [was, is] = mapTuple([before, after], (all) => all.filter(({ sourceRef }) => sourceRef === ref));
    const { title } = [...is, ...was].find(({ recurrenceId }) => recurrenceId === null) ?? (is[0] ?? was[0])!;
    const differences = differencesOf(was.map(shownEvent), is.map(shownEvent));
    return refs.length === 1 ? differences : differences.map((each) => ({ ...each, title }));
  });
}

function differencesOf(before: readonly ShownEvent[], after: readonly ShownEvent[]): ShownPlan["diff"] {
  const ids = [...new Set([...before, ...after].map(({ recurrenceId }) => recurrenceId))];
  return ids.flatMap((recurrenceId) => {
    const [a, b] = [before, after].map((all) => all.find((each) => each.recurrenceId === recurrenceId));
    const fields = keysOf(a ?? b!).filter((field) => field !== "recurrenceId");
    return fields.flatMap((field) => {
      const [was, is] = [textOf(a, field), textOf(b, field)];
      return was === is ? [] : [{ recurrenceId, field, before: was, after: is }];
    });
  });
}

function textOf(event: ShownEvent | undefined, field: keyof ShownEvent): string | null {
  const value = event?.[field] ?? null;
  if (field !== "attendees" || value === null) return value === null ? null : String(value);
  return event!.attendees.map(({ email, partstat }) => `${email} (${partstat.toLowerCase()})`).join(", ");
}

/** Returns the occurrences that differ afterwards. */
export function affected(
  before: readonly StatedItem[],
  after: readonly StatedItem[],
): ShownPlan["occurrences"] {
  const [was, is] = [instancesOf(before), instancesOf(after)];
  const moved = [...new Set([...was.keys(), ...is.keys()])].filter((key) =>
    was.get(key)?.text !== is.get(key)?.text
  );
  const starts = moved.flatMap((key) => [was.get(key), is.get(key)])
    .flatMap((each) => each ? [each.start] : []).sort((a, b) => a - b);
  const [first, last] = [starts[0], starts.at(-1)];
  return {
    count: moved.length,
    first: first === undefined ? null : timeAt(first),
    last: last === undefined ? null : timeAt(last),
  };
}

function instancesOf(items: readonly StatedItem[]): Map<string, { start: number; text: string }> {
  const found = new Map<string, { start: number; text: string }>();
  for (const item of items) {
    const { title, location, content, status, transparency, attendees } = item;
    const words = JSON.stringify([title, location, content, status, transparency, attendees]);
    for (const { start, end, key } of item.occurrences) {
      found.set(keyOf(item, { start, end, key }), { start, text: `${start} ${end} ${words}` });
    }
  }
  return found;
}

const keyOf = ({ uid, recurrenceId }: StatedItem, { start, key }: Occurrence): string =>
  `${uid} ${recurrenceId ?? key ?? start}`;
