import { InvalidError } from "../../../../ground/kernel/errors.ts";
import { placeInZone, wallInZone, wallOf, wallSeconds } from "../../../icalendar/wall.ts";
import { dayAfter, type Range, startOfDay } from "../../../dates/range.ts";
import { datesIn, type SaidDate } from "../../../dates/said_dates.ts";
import type { Intent, PlannerAskResponse } from "./schemas.ts";

/** Why a question is not answered. */
export type QuestionRefusal = NonNullable<PlannerAskResponse["refusal"]>;

/** A parsed question. */
export type ParsedQuestion = {
  intent: Intent;
  range: Range | null;
  terms: string[];
  /** Whether the question is only about meetings. */
  ofMeetings: boolean;
  /** How long a free time has to be; null if none is looked for. */
  minutes: number | null;
  /** Whether the question is what to do, so that overdue tasks are part of the answer. */
  isToDo: boolean;
};

/** A question that asks for nothing that can be computed. */
export const NO_QUESTION: ParsedQuestion = {
  intent: "words",
  range: null,
  terms: [],
  ofMeetings: false,
  minutes: null,
  isToDo: false,
};

const ORDERS =
  /^(?:please\s+|can you\s+|could you\s+)?(?:cancel|delete|remove|clear|move|reschedule|create|add|book|invite|send|buy|pay|order|trade|sell)\b/i;

const TO_DO =
  /\bwhat (?:should|shall|can|must|do) (?:i|we) (?:do|work on|start|begin|tackle|finish)\b(?: with)?(?: (?:first|next|now))?/i;
const LENGTH = /\b(?:for )?(?:at least )?(?:(\d{1,3})|an?) ?(h|hours?|min(?:ute)?s?)\b/i;
const USUAL_MINUTES = 30;

const INTENTS: readonly (readonly [Intent, RegExp])[] = [
  ["conflicts", /\b(?:conflicts?|double[- ]booked|overlap(?:s|ping)?|clash(?:es)?)\b/i],
  ["overdue", /\b(?:overdue|late tasks?)\b/i],
  ["count", /\bhow many\b/i],
  ["due", /\b(?:due|deadlines?)\b/i],
  ["free", /\b(?:free|busy|available)\b/i],
  ["next", /\bnext (?!week|month|year|mon|tue|wed|thu|fri|sat|sun)/i],
  ["when", /\bwhen\b/i],
  ["agenda", /\b(?:what|which|anything|agenda|schedule|calendar|nothing|plans?|show|list)\b/i],
];

/** Words that do not describe what is searched for. */
const EMPTY = new Set(
  "a about again should all am an and any anything appointment appointments are at be booked busy by calendar can clash clashes conflict conflicts day deadline deadlines do does double due event events for free from happen happens have how i in is it late list many me meet meeting meetings my next nothing of on or our overdue overlap overlaps plan plans please s schedule see show starts start task tasks tell that the there this time to until was we week what when where which who will with between month agenda available hours hour"
    .split(" "),
);

/** Parses a question. Refuses requests for changes, and ambiguous dates. */
export async function interpret(
  text: string,
  now: Date,
  zone: string,
): Promise<ParsedQuestion | QuestionRefusal> {
  if (ORDERS.test(text)) {
    return {
      reason: "blocked_class",
      detail:
        "A question cannot change anything. Plan a change of an event instead, which you review before it is made.",
    };
  }
  const [length, count, unit] = /\b(?:free|available)\b/i.test(text) ? LENGTH.exec(text) ?? [] : [];
  const toDo = TO_DO.exec(text)?.[0];
  const asked = [length, toDo].reduce<string>(
    (rest, phrase) => phrase ? rest.replace(phrase, " ") : rest,
    text,
  );
  const found = await readRange(asked, now, zone);
  if ("reason" in found) return found;
  const left = found.phrases.reduce((rest, phrase) => rest.replace(phrase, " "), asked);
  const terms = [...left.matchAll(/"([^"]+)"|[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)]
    .map(([word, phrase]) => (phrase ?? word).toLowerCase().replace(/['’]s$/, ""))
    .filter((word) => !EMPTY.has(word));
  const intent = toDo ? "due" : INTENTS.find(([, pattern]) => pattern.test(text))?.[0] ?? "words";
  const isSought = intent === "free" && (length !== undefined || /\bwhen\b/i.test(text));
  const minutes = length === undefined ? USUAL_MINUTES : Number(count ?? 1) * (/^h/i.test(unit!) ? 60 : 1);
  // Without a date, "what is the code of the door" asks for words and not for a day.
  const isOfWords = intent === "agenda" && found.range === null;
  return {
    intent: isOfWords ? "words" : intent,
    range: found.range,
    terms: [...new Set(terms)],
    ofMeetings: terms.length === 0 && /\bmeetings?\b/i.test(text),
    minutes: isSought ? minutes : null,
    isToDo: toDo !== undefined,
  };
}

type Found = { range: Range | null; phrases: string[] };

async function readRange(text: string, now: Date, zone: string): Promise<Found | QuestionRefusal> {
  const today = wallOf(wallInZone(Math.floor(now.getTime() / 1000), zone)).slice(0, 10);
  const span = (from: string, to: string) => ({ from: startOfDay(from, zone), to: startOfDay(to, zone) });
  const [words, which, unit] = /\b(this|next|last) (week|month)\b/i.exec(text) ?? [];
  if (words !== undefined) {
    const steps = { this: 0, next: 1, last: -1 }[which!.toLowerCase() as "this"];
    if (unit!.toLowerCase() === "week") {
      const day = new Date(`${today}T00:00:00Z`).getUTCDay();
      const monday = dayAfter(today, -((day + 6) % 7) + 7 * steps);
      return { range: span(monday, dayAfter(monday, 7)), phrases: [words] };
    }
    const month = (n: number) =>
      wallOf(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 + n, 1) / 1000).slice(0, 10);
    return { range: span(month(steps), month(steps + 1)), phrases: [words] };
  }
  let dates: SaidDate[];
  try {
    dates = await datesIn(text, now, zone);
  } catch (cause) {
    if (cause instanceof InvalidError) return { reason: "ambiguous", detail: cause.message };
    throw cause;
  }
  const [one, other, ...more] = dates;
  if (!one) return { range: null, phrases: [] };
  const joined = other &&
    /^\s*(?:and|to|until|till|-)\s*$/i.test(text.slice(one.index + one.text.length, other.index));
  if (more.length > 0 || (other && !joined)) {
    const quoted = dates.map((each) => `"${each.text}"`).join(" and ");
    return { reason: "ambiguous", detail: `${quoted} are all dates. Ask for one day, or for a range.` };
  }
  const { start } = one;
  const last = other?.start ?? one.end;
  const phrases = [one.text, ...(other ? [other.text] : [])];
  if (one.month !== null && !other) {
    const [year = 0, number = 1] = one.month.split("-").map(Number);
    const next = wallOf(Date.UTC(year, number, 1) / 1000).slice(0, 10);
    return { range: span(`${one.month}-01`, next), phrases };
  }
  if (!one.hasTime) {
    return { range: span(start.slice(0, 10), dayAfter((last ?? start).slice(0, 10))), phrases };
  }
  const from = placeInZone(wallSeconds(start), zone).seconds;
  const to = last === null ? from + 60 : placeInZone(wallSeconds(last), zone).seconds;
  return { range: { from, to: Math.max(to, from + 60) }, phrases };
}
