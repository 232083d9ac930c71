import { InvalidError } from "../../../ground/kernel/errors.ts";
import { wallInZone, wallOf, wallSeconds } from "../../icalendar/wall.ts";
import { dayAfter } from "../../dates/range.ts";
import { hide } from "../../dates/exact_dates.ts";
import { type Repeat, repeatIn } from "../../dates/repeats.ts";
import { spansIn } from "../../dates/spans.ts";
import { datesIn, type DateWords, momentOf, type SaidDate } from "../../dates/said_dates.ts";
import { meaningOf } from "./meaning.ts";
import type { ParsedWord, UpdateTaskInput } from "./schemas.ts";

const hoursOf = (words = "0"): number => /^half/i.test(words) ? 0.5 : /^an$/i.test(words) ? 1 : Number(words);

/** A task as its words say it, and what was understood in them. */
type QuickAdd = { fields: UpdateTaskInput & { title: string }; parsed: ParsedWord[] };

const MAX_SIGNS = 50;

/** Signs that are read anywhere in the words, by field. A tag has a letter: `#12` is the number of an issue. */
const SIGNS: readonly (readonly [string, RegExp, (match: readonly string[]) => unknown])[] = [
  ["tags", /(?<!\S)#([\p{N}_/-]*\p{L}[\p{L}\p{N}_/-]*)(?!\S)/gu, ([, tag]) => tag],
  ["people", /(?<!\S)@(\p{L}[\p{L}\p{N}._+-]*(?:@[\p{L}\p{N}.-]+)?)(?!\S)/gu, ([, person]) => person],
  ["priority", /(?<!\S)!([1-9])(?!\S)/, ([, priority]) => Number(priority)],
  [
    "estimateMinutes",
    /(?=\d)(?<!\S)(?<!\b(?:at|by|from|until|till)\s{1,3})(?:(\d{1,2})h)?(?:(\d{1,3})m(?:in)?)?(?!\S)/i,
    ([, hours, minutes]) => Number(hours ?? 0) * 60 + Number(minutes ?? 0) || null,
  ],
  [
    "estimateMinutes",
    /(?<!\S)for\s+(?:about\s+)?(?:(\d{1,2}(?:\.5)?|half\s+an|an)\s*(?:h|hr|hour)s?|(\d{1,3})\s*(?:m|min|minute)s?)(?=[\s,;.!?)]|$)/i,
    ([, hours, minutes]) => hoursOf(hours) * 60 + Number(minutes ?? 0) || null,
  ],
];
const MAX_LEADING = 40;
const LEADING = /\b(?:(?:due|on|at|by|for|until|till|before|from|starting)\s+)+(?:the\s+)?$/i;
/** Words about the past say what a task is about, and not when it is due. */
const NOT_AHEAD = /\b(?:last|ago|yesterday|past|previous|now)\b/i;

/**
 * Parses a task in words: a date and a time, `#tag`, `!1` to `!9`, `@person`, `30m` or `2h`, and `every week`. The rest is the
 * title, unchanged. Throws `InvalidError` for words that can be read in two ways.
 */
export async function readQuickAdd(text: string, now: Date, zone: string): Promise<QuickAdd> {
  const words = new Words(text, zone);
  for (const [field, sign, valueOf] of SIGNS) words.takeSigns(field, sign, valueOf);
  const repeat = repeatIn(words.left);
  const repeated = repeat && words.take("rrule", repeat, repeat.rrule);
  const wall = wallOf(wallInZone(Math.floor(now.getTime() / 1000), zone));
  const spans = spansIn(words.left, wall);
  const others = spans.reduce((left, { index, text }) => hide(left, index, text.length), words.left);
  const dates = [...spans, ...await datesIn(others, now, zone)].filter((each) =>
    (each.hasDay || each.hasTime) && !NOT_AHEAD.test(each.text)
  );
  const [date] = dates;
  if (dates.length > 1) {
    const all = dates.map((each) => `"${each.text}"`).join(" and ");
    throw new InvalidError(`${all} are both dates. Give only one, or set \`due\`.`);
  }
  if (date) requireOneDay(date, words.left);
  const due = dueOf({ date, repeat, wall, zone });
  const dated = date?.spans.map((span) => words.take("due", span, due));
  if (!dated && repeated) words.say("due", repeated, due);
  if (date?.end && date.hasTime && !words.has("estimateMinutes")) {
    words.say("estimateMinutes", dated![0]!, (wallSeconds(date.end) - wallSeconds(date.start)) / 60);
  }
  return words.read();
}

/** The words of a task, of which one piece after the other is understood. */
class Words {
  left: string;
  #parsed: ParsedWord[] = [];
  #spans: { from: number; to: number }[] = [];

  constructor(readonly text: string, readonly zone: string) {
    this.left = text;
  }

  takeSigns(field: string, sign: RegExp, valueOf: (match: readonly string[]) => unknown): void {
    let count = 0;
    this.left = this.left.replace(sign, (...match) => {
      const text = String(match[0]);
      const value = valueOf(match);
      if (++count > MAX_SIGNS) throw new InvalidError(`A task has at most ${MAX_SIGNS} ${field}.`);
      if (value !== null) this.#take(field, { index: match.at(-2), text }, value);
      return value === null ? text : hide(text, 0, text.length);
    });
  }

  /** Understands a piece, with the words that lead to it. Returns both. */
  take(field: string, { index, text }: DateWords, value: unknown): DateWords {
    const leading = LEADING.exec(this.left.slice(Math.max(0, index - MAX_LEADING), index))?.[0] ?? "";
    const whole = { index: index - leading.length, text: leading + text };
    this.left = hide(this.left, whole.index, whole.text.length);
    this.#take(field, whole, value);
    return whole;
  }

  #take(field: string, span: DateWords, value: unknown): void {
    this.#spans.push({ from: span.index, to: span.index + span.text.length });
    this.say(field, span, value);
  }

  /** Notes what a piece means besides. */
  say(field: string, { index, text }: DateWords, value: unknown): void {
    this.#parsed.push({ field, text, start: index, value, as: meaningOf(field, value, this.zone) });
  }

  has = (field: string): boolean => this.#parsed.some((each) => each.field === field);

  read(): QuickAdd {
    const all = (field: string) =>
      this.#parsed.filter((each) => each.field === field).map(({ value }) => value);
    const fields = {
      title: this.#title(),
      ...(this.has("tags") && { tags: all("tags") as string[] }),
      ...(this.has("people") && { people: all("people") as string[] }),
      ...Object.fromEntries(
        ["priority", "estimateMinutes", "rrule", "due"].filter((field) => this.has(field))
          .map((field) => [field, all(field)[0]]),
      ),
    };
    return { fields, parsed: this.#parsed.toSorted((a, b) => a.start - b.start) };
  }

  #title(): string {
    if (this.#spans.length === 0) return this.text;
    const pieces: string[] = [];
    let at = 0;
    for (const span of this.#spans.toSorted((a, b) => a.from - b.from)) {
      const { from, to } = withBrackets(this.text, span);
      pieces.push(this.text.slice(at, from));
      at = to;
    }
    const title = [...pieces, this.text.slice(at)].filter((piece) => piece.trim() !== "")
      .reduce(
        (all, piece) =>
          /^[,;:.!?)]/.test(piece) ? all.replace(/[,;:]$/, "") + piece.trimEnd() : `${all} ${piece.trim()}`,
        "",
      )
      .replace(/^[\s,;:–-]+/, "").replace(/(?<![\s,;:–-])[\s,;:–-]+$/, "");
    if (title === "") throw new InvalidError(`"${this.text}" has no words left for a title.`);
    return title;
  }
}

/** Returns a piece with the brackets around it, which would be around nothing. */
function withBrackets(
  text: string,
  { from, to }: { from: number; to: number },
): { from: number; to: number } {
  const around = `${text[from - 1] ?? ""}${text[to] ?? ""}`;
  return around === "()" || around === "[]" ? { from: from - 1, to: to + 1 } : { from, to };
}

function requireOneDay({ index, text, start, end }: SaidDate, words: string): void {
  if (/\bevery\s+$/i.test(words.slice(0, index))) {
    throw new InvalidError(`"every ${text}" is not a known repetition. Write one like "every day at 20:00".`);
  }
  if (end === null || end.slice(0, 10) === start.slice(0, 10)) return;
  throw new InvalidError(`"${text}" is more than one day. Give the day on which it is due.`);
}

type Said = { date: SaidDate | undefined; repeat: Repeat | null; wall: string; zone: string };

/** Returns when a task is first due: on the day that was said, else on the first day of its repetition. */
function dueOf({ date, repeat, wall, zone }: Said): UpdateTaskInput["due"] {
  if (!date && !repeat) return undefined;
  const time = date?.hasTime ? date.start.slice(11) : null;
  const isFree = !date || !date.hasDay;
  const day = isFree && repeat ? firstDay(repeat, wall, time) : date!.start.slice(0, 10);
  if (repeat && !repeat.fits(day)) {
    throw new InvalidError(`"${repeat.text}" does not fall on ${day}. Give one of its days, or no day.`);
  }
  if (time === null) return { date: day };
  const at = isFree && repeat ? null : date!.at;
  return { at: momentOf({ start: `${day}T${time}`, at }, zone), timeZone: zone };
}

const DAYS_AHEAD = 400;

function firstDay({ fits }: Repeat, wall: string, time: string | null): string {
  const today = wall.slice(0, 10);
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead++) {
    const day = dayAfter(today, ahead);
    if (fits(day) && (time === null || `${day}T${time}` > wall)) return day;
  }
  return today;
}
