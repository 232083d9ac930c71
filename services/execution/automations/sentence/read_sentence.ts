import { InvalidError } from "../../../ground/kernel/errors.ts";
import { repeatIn } from "../../../planning/dates/repeats.ts";
import { datesIn } from "../../../planning/dates/said_dates.ts";
import { repeatWords } from "../../../planning/icalendar/repeat_words.ts";
import type { TriggerInput } from "../firing/schemas.ts";
import { objectionToCron } from "../schedule/cron.ts";
import { partOfDayIn, takeTimes } from "./clock_words.ts";
import { takeOtherTrigger } from "./other_triggers.ts";
import { scheduleOf } from "./schedule_of.ts";
import { type ReadWords, WordsLeft } from "./words_left.ts";
import { takeZone } from "./zone_words.ts";

/** What a sentence means; without a trigger, what it needs besides words. */
type ReadSentence = { trigger: TriggerInput | null; needs: readonly string[]; parsed: ReadWords[] };

const EXAMPLES =
  `Write for example "every weekday at 9 in Berlin", "every 15 minutes", "tomorrow at 18:00", "when a run in shop fails", ` +
  `"when this webhook comes" or "by hand".`;

const FILLER =
  /^(?:please|run|runs|start|starts|it|this|the|a|and|then|on|at|in|of|do|always|each|local|time|sharp)$/i;
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\b(?:daily|nightly)\b/i, "every day"],
  [/\bevery\s+(?:night|morning|evening)\b/i, "every day"],
  [/\bhourly\b/i, "every hour"],
  [/\bweekly\s+on\b/i, "every week on"],
  [/^\s*(?:on\s+)?(weekdays|workdays|weekends)\b/i, "every $1"],
  [/^\s*(?:on\s+)?((?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i, "every $1"],
];
/** A name with `@`, or figures in the first two fields, which no sentence begins with. */
const PATTERN =
  /^(?:@\w+|[\d*][\d*/,-]*\s+[\d*][\d*/,-]*(?:\s+(?:[\d*/,#?L-]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)+){1,4})$/i;
const STEP = /\bevery\s+(?:(\d{1,4}|half|other)\s+)?(second|minute|hour)s?\b/i;

/**
 * Reads when an automation is to start from English words, or from a pattern of cron. Throws `InvalidError` for a sentence with
 * a word that means nothing here, or that leaves open when, and for what is wrong with a pattern.
 */
export async function readSentence(text: string, now: Date, zone: string): Promise<ReadSentence> {
  const pattern = text.trim();
  if (PATTERN.test(pattern)) return ofPattern(pattern, zone);
  const words = new WordsLeft(SHORT.reduce((said, [short, long]) => said.replace(short, long), text));
  const other = takeOtherTrigger(words);
  if (other) return read(words, other.trigger, other.needs);
  const timezone = takeZone(words) ?? zone;
  const repeat = repeatIn(words.left);
  if (repeat) {
    words.cut(repeat.index, repeat.text, repeatWords(repeat.rrule));
    return read(words, scheduleOf(repeat, takeTimes(words, partOfDayIn(text)), timezone, now));
  }
  const step = words.take(STEP, ([all]) => all.toLowerCase());
  return read(words, step ? ofStep(words, step, timezone) : await ofDate(words, now, timezone));
}

function ofPattern(pattern: string, timezone: string): ReadSentence {
  const objection = objectionToCron(pattern);
  if (objection !== null) {
    throw new InvalidError(`"${pattern}" is not a pattern: ${objection.replace(/\.$/, "")}.`);
  }
  const trigger = { kind: "schedule" as const, cron: pattern, timezone };
  return { trigger, needs: [], parsed: [{ text: pattern, means: "a pattern of cron" }] };
}

function read(words: WordsLeft, trigger: TriggerInput | null, needs: readonly string[] = []): ReadSentence {
  const left = words.left.split(/[\s,.;!]+/).filter((word) => word !== "" && !FILLER.test(word));
  if (left.length > 0) {
    throw new InvalidError(`"${left.join(" ")}" is not understood. ${EXAMPLES}`);
  }
  return { trigger, needs, parsed: words.parsed };
}

/** An interval that divides an hour or a day begins with it; another one is counted from when the automation is made. */
function ofStep(
  words: WordsLeft,
  [, said = "1", unit = ""]: RegExpExecArray,
  timezone: string,
): TriggerInput {
  const repeat = repeatIn(words.left.replace(/\bon\s+(?=weekdays?|weekends?|workdays?)/i, "every "));
  if (repeat) {
    throw new InvalidError(
      `"${repeat.text}" cannot be combined with an interval. Use a pattern, such as */15 9-17 * * MON-FRI.`,
    );
  }
  const name = unit.toLowerCase();
  const seconds = { second: 1, minute: 60, hour: 3600 }[name]! *
    (said === "half" ? 0.5 : said.toLowerCase() === "other" ? 2 : Number(said));
  if (!Number.isInteger(seconds) || seconds < 10) {
    throw new InvalidError("An automation starts at most every 10 seconds.");
  }
  const minutes = seconds / 60;
  if (Number.isInteger(minutes) && minutes < 60 && 60 % minutes === 0) {
    return { kind: "schedule", cron: minutes === 1 ? "* * * * *" : `*/${minutes} * * * *`, timezone };
  }
  const hours = minutes / 60;
  if (Number.isInteger(hours) && hours < 24 && 24 % hours === 0) {
    return { kind: "schedule", cron: hours === 1 ? "0 * * * *" : `0 */${hours} * * *`, timezone };
  }
  return { kind: "schedule", every: `PT${seconds}S`, timezone };
}

async function ofDate(words: WordsLeft, now: Date, timezone: string): Promise<TriggerInput> {
  const dates = await datesIn(words.left, now, timezone);
  const [date] = dates;
  if (!date) throw new InvalidError(`"${words.left.trim()}" does not say when. ${EXAMPLES}`);
  if (dates.length > 1) {
    throw new InvalidError(
      `${dates.map(({ text }) => `"${text}"`).join(" and ")} are both dates. Give only one.`,
    );
  }
  if (!date.hasTime) throw new InvalidError(`Say at what time of the day, such as "${date.text} at 9".`);
  const at = date.at ??
    Temporal.PlainDateTime.from(date.start).toZonedDateTime(timezone).toInstant().toString();
  for (const { index, text } of date.spans.toSorted((a, b) => b.index - a.index)) words.cut(index, text, at);
  return { kind: "schedule", at: new Date(at).toISOString() };
}
