import { datesIn, twoReadingsIn } from "../date_words.ts";
import { placeInZone, wallInZone, wallOf, wallSeconds } from "../ics/wall.ts";
import { dayAfter, type Range, startOfDay } from "../range.ts";
import type { Intent, PlannerAskResponse } from "./schemas.ts";

/** Why a question is not answered. */
export type Refusal = NonNullable<PlannerAskResponse["refusal"]>;

/** A parsed question. */
export type Question = { intent: Intent; range: Range | null; terms: string[] };

const ORDERS =
  /^(?:please\s+|can you\s+|could you\s+)?(?:cancel|delete|remove|clear|move|reschedule|create|add|book|invite|send|buy|pay|order|trade|sell)\b/i;

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
  "a about again all am an and any anything appointment appointments are at be booked busy by calendar can clash clashes conflict conflicts day deadline deadlines do does double due event events for free from happen happens have how i in is it late list many me meet meeting meetings my next nothing of on or our overdue overlap overlaps plan plans please s schedule see show starts start task tasks tell that the there this time to until was we week what when where which who will with between month agenda available hours hour"
    .split(" "),
);

/** Parses a question. Refuses requests for changes, and ambiguous dates. */
export async function interpret(text: string, now: Date, zone: string): Promise<Question | Refusal> {
  if (ORDERS.test(text)) {
    return {
      reason: "blocked_class",
      detail: "A question cannot change anything. Plan a change with POST /planner/calendar-actions.",
    };
  }
  const whole = twoReadingsIn(text);
  if (whole !== null) {
    return { reason: "ambiguous", detail: `"${whole}" can be read as two dates. Write it like 2026-01-31.` };
  }
  const found = await readRange(text, now, zone);
  if ("reason" in found) return found;
  const left = found.said.reduce((rest, said) => rest.replace(said, " "), text);
  const terms = [...left.matchAll(/"([^"]+)"|[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)]
    .map(([word, phrase]) => (phrase ?? word).toLowerCase().replace(/['’]s$/, ""))
    .filter((word) => !EMPTY.has(word));
  const intent = INTENTS.find(([, pattern]) => pattern.test(text))?.[0] ?? "words";
  // Without a date, "what is the code of the door" asks for words and not for a day.
  const isOfWords = intent === "agenda" && found.range === null;
  return { intent: isOfWords ? "words" : intent, range: found.range, terms: [...new Set(terms)] };
}

type Found = { range: Range | null; said: string[] };

async function readRange(text: string, now: Date, zone: string): Promise<Found | Refusal> {
  const today = wallOf(wallInZone(Math.floor(now.getTime() / 1000), zone)).slice(0, 10);
  const span = (from: string, to: string) => ({ from: startOfDay(from, zone), to: startOfDay(to, zone) });
  const [words, which, unit] = /\b(this|next|last) (week|month)\b/i.exec(text) ?? [];
  if (words !== undefined) {
    const steps = { this: 0, next: 1, last: -1 }[which!.toLowerCase() as "this"];
    if (unit!.toLowerCase() === "week") {
      const day = new Date(`${today}T00:00:00Z`).getUTCDay();
      const monday = dayAfter(today, -((day + 6) % 7) + 7 * steps);
      return { range: span(monday, dayAfter(monday, 7)), said: [words] };
    }
    const month = (n: number) =>
      wallOf(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 + n, 1) / 1000).slice(0, 10);
    return { range: span(month(steps), month(steps + 1)), said: [words] };
  }
  const dates = await datesIn(text, now, zone);
  const [one, other, ...more] = dates;
  if (!one) return { range: null, said: [] };
  const joined = other &&
    /^\s*(?:and|to|until|till|-)\s*$/i.test(text.slice(one.index + one.text.length, other.index));
  if (more.length > 0 || (other && !joined)) {
    const said = dates.map((each) => `"${each.text}"`).join(" and ");
    return { reason: "ambiguous", detail: `${said} are all dates. Ask for one day, or for a range.` };
  }
  const { start } = one;
  const last = other?.start ?? one.end;
  const said = [one.text, ...(other ? [other.text] : [])];
  if (!one.hasTime) {
    return { range: span(start.slice(0, 10), dayAfter((last ?? start).slice(0, 10))), said };
  }
  const from = placeInZone(wallSeconds(start), zone).seconds;
  const to = last === null ? from + 60 : placeInZone(wallSeconds(last), zone).seconds;
  return { range: { from, to: Math.max(to, from + 60) }, said };
}
