import type { TaskRow } from "../../../store/planner/task_rows.ts";
import type { ItemRow } from "../../../store/planner/item_rows.ts";
import type { Ctx } from "../../kernel/context.ts";
import { counted } from "../../kernel/words.ts";
import { busyFrom } from "../conflicts/busy.ts";
import { computeConflicts, detailOf } from "../conflicts/list.ts";
import { occurrencesIn, type Occurring } from "../occurrences.ts";
import { dayIn, type Range } from "../range.ts";
import { settingsOf } from "../settings.ts";
import { Copies } from "../shown.ts";
import { wallInZone, wallOf } from "../ics/wall.ts";
import { type Scope, tasksDue, tasksWhere } from "./due_tasks.ts";
import { says, seconds, within } from "./words.ts";
import { type Cited, citeItem, citeTask, type Claim } from "./proof.ts";
import type { Question } from "./interpret.ts";

/** Answers questions about dates, counts and times from records; null for other questions. */
export function compute(ctx: Ctx, question: Question, scope: Scope): Claim[] | null {
  switch (question.intent) {
    case "agenda":
      return listed(ctx, question, scope);
    case "count":
      return [
        countOf(ctx, question, scope),
        ...listed(ctx, question, scope).filter(({ cites }) => cites.length > 0),
      ];
    case "free":
      return freeOrBusy(ctx, question, scope);
    case "next":
      return first(ctx, question, scope, 1);
    case "when":
      return question.terms.length === 0 ? null : first(ctx, question, scope, 3);
    case "due":
    case "overdue":
      return tasksDue(ctx, question, scope);
    case "conflicts":
      return conflicting(ctx, scope);
    case "words":
      return null;
  }
}

/** Returns matching occurrences: shown once, not cancelled, and with all the words. */
function fitting(ctx: Ctx, { terms }: Question, { sources, range, itemTypes }: Scope): Occurring[] {
  if (!itemTypes.includes("event")) return [];
  const { timeZone } = settingsOf(ctx);
  const meant = occurrencesIn(ctx, range, timeZone).filter(({ row }) => sources.includes(row.source_id));
  return new Copies(ctx).shownOf(meant).filter(({ row, item }) => {
    if (row.status === "cancelled") return false;
    const people = [item.organizer, ...item.attendees].flatMap((one) => one ? [one.name, one.email] : []);
    const words = [item.title, item.location, ...item.tags, ...people].join(" ");
    return terms.every((term) => says(words, term));
  });
}

function listed(ctx: Ctx, question: Question, scope: Scope): Claim[] {
  const found = fitting(ctx, question, scope);
  if (found.length === 0) return [nothing(ctx, question, scope.range, "Nothing is")];
  const claims = found.slice(0, scope.limit).map((one) => occurs(ctx, one));
  const left = found.length - claims.length;
  return left === 0
    ? claims
    : [...claims, { text: `There are ${left} more.`, cites: [], computed: [`${left} of ${found.length}`] }];
}

function countOf(ctx: Ctx, question: Question, scope: Scope): Claim {
  const found = fitting(ctx, question, scope);
  const text = `There ${found.length === 1 ? "is" : "are"} ${counted(found.length, "event")} ${
    within(ctx, scope.range)
  }.`;
  return { text, cites: [], computed: [text] };
}

/** Returns when an occurrence is, with its event as the proof. */
export function occurs(ctx: Pick<Ctx, "store">, { row, item, key, start, end, allDay }: Occurring): Claim {
  const { timeZone } = settingsOf(ctx);
  const [day, lastDay] = [dayIn(start, timeZone), dayIn(Math.max(start, end - 1), timeZone)];
  const [from, to] = [start, end].map((at) => wallOf(wallInZone(at, timeZone)).slice(11, 16));
  const when = allDay
    ? (day === lastDay ? `takes all of ${day}` : `takes ${day} to ${lastDay}`)
    : day === lastDay
    ? `is on ${day} from ${from} to ${to}`
    : `is from ${day} ${from} to ${lastDay} ${to}`;
  const tentative = row.status === "tentative" ? ", and is not confirmed" : "";
  return {
    text: `"${item.title}" ${when}${tentative}.`,
    cites: [citeItem(row, item, item.title, "title", key)],
    computed: [when],
  };
}

function first(ctx: Ctx, question: Question, scope: Scope, most: number): Claim[] {
  const now = Math.floor(ctx.now().getTime() / 1000);
  const found = fitting(ctx, question, scope).filter(({ start }) => question.range !== null || start >= now);
  return found.length === 0
    ? [nothing(ctx, question, scope.range, "Nothing is")]
    : found.slice(0, most).map((one) => occurs(ctx, one));
}

function freeOrBusy(ctx: Ctx, question: Question, scope: Scope): Claim[] {
  const { range } = scope;
  const found = fitting(ctx, { ...question, terms: [] }, scope);
  const takes = new Set(
    busyFrom(ctx, found, settingsOf(ctx)).filter(({ takesTime }) => takesTime).map(({ key }) => key),
  );
  const busy = found.filter(({ key }) => takes.has(key));
  const blocks = tasksWhere(
    ctx,
    scope,
    ({ scheduled }) =>
      scheduled !== null && seconds(scheduled.start) < range.to && seconds(scheduled.end) > range.from,
  );
  if (busy.length + blocks.length === 0) {
    const text = `You are free ${within(ctx, range)}.`;
    return [{ text, cites: [], computed: [text] }];
  }
  const minutes = minutesTaken([
    ...busy.map(({ start, end }) => [start, end] as const),
    ...blocks.map(({ fields }) =>
      [seconds(fields.scheduled!.start), seconds(fields.scheduled!.end)] as const
    ),
  ], range);
  const text = `${minutes} of ${Math.round((range.to - range.from) / 60)} minutes are booked ${
    within(ctx, range)
  }.`;
  return [
    { text, cites: [], computed: [text] },
    ...busy.slice(0, scope.limit).map((one) => occurs(ctx, one)),
    ...blocks.slice(0, scope.limit).map(({ row, fields }) => ({
      text: `Time is reserved for "${fields.title}".`,
      cites: [citeTask(row, fields)],
      computed: [],
    })),
  ];
}

function minutesTaken(spans: readonly (readonly [number, number])[], range: Range): number {
  let taken = 0;
  let until = range.from;
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const from = Math.max(start, until);
    const to = Math.min(end, range.to);
    if (to > from) taken += to - from;
    until = Math.max(until, to);
  }
  return Math.round(taken / 60);
}

function conflicting(ctx: Ctx, { range, limit, sources }: Scope): Claim[] {
  const found = computeConflicts(ctx, range).slice(0, limit);
  const { tables } = ctx.store.projector;
  const claims = found.flatMap(({ found: conflict }): Claim[] => {
    const cites = conflict.parts.flatMap(({ artifactId, taskId, key }): Cited[] => {
      if (artifactId !== null) {
        const row = tables.get<ItemRow>("select * from {planner_items} where id = ?", artifactId);
        return row && sources.includes(row.source_id)
          ? [citeItem(row, JSON.parse(row.body), undefined, "title", key)]
          : [];
      }
      const row = tables.get<TaskRow>("select * from {planner_tasks} where id = ?", taskId);
      return row && sources.includes(row.source_id) ? [citeTask(row, JSON.parse(row.body))] : [];
    });
    const text = `${detailOf(conflict)} It begins on ${dayIn(conflict.start, settingsOf(ctx).timeZone)}.`;
    return cites.length === 0 ? [] : [{ text, cites, computed: [text] }];
  });
  if (claims.length > 0) return claims;
  const text = `There are no conflicts ${within(ctx, range)}.`;
  return [{ text, cites: [], computed: [text] }];
}

function nothing(ctx: Ctx, { terms }: Question, range: Range, what: string): Claim {
  const words = terms.length === 0 ? "" : ` with ${terms.map((term) => `"${term}"`).join(", ")}`;
  const text = `${what} in the calendar${words} ${within(ctx, range)}.`;
  return { text, cites: [], computed: [text] };
}
