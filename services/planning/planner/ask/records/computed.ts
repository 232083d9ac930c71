import type { Ctx } from "../../../../ground/kernel/context.ts";
import { counted } from "../../../../ground/kernel/words.ts";
import { occurrencesIn, type Occurring } from "../../items/occurrences.ts";
import { meetings } from "../../artifacts/labelled.ts";
import type { Range } from "../../../dates/range.ts";
import { settingsOf } from "../../../planner_settings/settings.ts";
import { Copies } from "../../items/copies.ts";
import { conflicting } from "./conflicting.ts";
import { tasksDue, type TaskSearch } from "./due_tasks.ts";
import { occurs } from "./occurs.ts";
import { freeOrBusy, freeTimes } from "./free.ts";
import { says, within } from "../../../dates/words.ts";
import type { Claim } from "./proof.ts";
import { withRest } from "./rest.ts";
import type { ParsedQuestion } from "./interpret.ts";

/** Answers questions about dates, counts and times from records; null for other questions. */
export function compute(ctx: Ctx, question: ParsedQuestion, scope: TaskSearch): Claim[] | null {
  switch (question.intent) {
    case "agenda":
      // Words that no event has may still be in what is written about one.
      return question.terms.length > 0 && fitting(ctx, question, scope).length === 0
        ? null
        : listed(ctx, question, scope);
    case "count":
      return [
        countOf(ctx, question, scope),
        ...listed(ctx, question, scope).filter(({ cites }) => cites.length > 0),
      ];
    case "free":
      return question.minutes === null
        ? freeOrBusy(ctx, fitting(ctx, { ...question, terms: [], ofMeetings: false }, scope), scope)
        : freeTimes(ctx, question.minutes, scope);
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
function fitting(
  ctx: Ctx,
  { terms, ofMeetings }: ParsedQuestion,
  { sources, range, itemTypes }: TaskSearch,
): Occurring[] {
  if (!itemTypes.includes("event")) return [];
  const { timeZone } = settingsOf(ctx);
  const isMeeting = meetings(ctx);
  return new Copies(ctx, sources).shownOf(occurrencesIn(ctx, range, timeZone)).filter(({ row, item }) => {
    if (row.status === "cancelled" || (ofMeetings && !isMeeting({ row, item }))) return false;
    const people = [item.organizer, ...item.attendees].flatMap((one) => one ? [one.name, one.email] : []);
    const words = [item.title, item.location, ...item.tags, ...people].join(" ");
    return terms.every((term) => says(words, term));
  });
}

function listed(ctx: Ctx, question: ParsedQuestion, scope: TaskSearch): Claim[] {
  const found = fitting(ctx, question, scope);
  if (found.length === 0) return [nothing(ctx, question, scope.range)];
  return withRest(found.slice(0, scope.limit).map((one) => occurs(ctx, one)), found.length);
}

function countOf(ctx: Ctx, question: ParsedQuestion, scope: TaskSearch): Claim {
  const found = fitting(ctx, question, scope);
  const what = counted(found.length, question.ofMeetings ? "meeting" : "event");
  const text = `There ${found.length === 1 ? "is" : "are"} ${what} ${within(ctx, scope.range)}.`;
  return { text, cites: [], computed: [text] };
}

function first(ctx: Ctx, question: ParsedQuestion, scope: TaskSearch, most: number): Claim[] {
  const now = Math.floor(ctx.now().getTime() / 1000);
  const found = fitting(ctx, question, scope).filter(({ start }) => question.range !== null || start >= now);
  return found.length === 0
    ? [nothing(ctx, question, scope.range)]
    : found.slice(0, most).map((one) => occurs(ctx, one));
}

/** Returns the sentence that nothing matches; the coverage names what was searched. */
export function nothing(ctx: Ctx, { terms, ofMeetings }: ParsedQuestion, range: Range): Claim {
  const words = terms.length === 0 ? "" : ` with ${terms.map((term) => `"${term}"`).join(", ")}`;
  const text = `${ofMeetings ? "No meeting" : "Nothing"} is in the calendar${words} ${within(ctx, range)}.`;
  return { text, cites: [], computed: [text] };
}
