import { CALENDAR_LIMITS as LIMITS } from "./limits.ts";

/** A recurrence rule by its parts, in upper case. */
export type Rule = Map<string, string>;

const PARTS =
  /^(?:FREQ|INTERVAL|COUNT|UNTIL|WKST|BYSECOND|BYMINUTE|BYHOUR|BYDAY|BYMONTHDAY|BYYEARDAY|BYWEEKNO|BYMONTH|BYSETPOS)$/;
const FREQUENCIES = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"];

/** A weekday, with its number in a month or a year. */
const WEEKDAY = /^[+-]?\d{0,2}(?:MO|TU|WE|TH|FR|SA|SU)$/;

/** Parses a rule. Throws an error whose message says what is wrong. */
export function readRule(text: string): Rule {
  const rule: Rule = new Map();
  for (const part of text.trim().toUpperCase().replace(/^RRULE:/, "").split(";")) {
    if (part.trim() === "") continue;
    const [name = "", value = ""] = part.split("=", 2).map((each) => each.trim());
    if (name.startsWith("X-")) continue;
    if (!PARTS.test(name)) {
      throw new Error(`its rule has the part ${name.slice(0, 20)}, which is not supported`);
    }
    if (rule.has(name)) throw new Error(`its rule has ${name} twice`);
    if (value === "" || value.split(",").length > LIMITS.byValues) {
      throw new Error(`its rule has an invalid ${name}`);
    }
    rule.set(name, value);
  }
  if (!FREQUENCIES.includes(rule.get("FREQ") ?? "")) throw new Error("its rule has no known FREQ");
  eachIs(rule, "BYDAY", WEEKDAY);
  eachIs(rule, "WKST", WEEKDAY);
  eachIs(rule, "BYSETPOS", /^[+-]?0*[1-9]\d*$/);
  inRange(rule, "INTERVAL", LIMITS.interval);
  inRange(rule, "COUNT", LIMITS.count);
  if (rule.has("COUNT") && rule.has("UNTIL")) throw new Error("its rule has both COUNT and UNTIL");
  if (rule.has("UNTIL") && !/^\d{8}(?:T\d{6}Z?)?$/.test(rule.get("UNTIL")!)) {
    throw new Error("its UNTIL is not a date");
  }
  if (rule.has("UNTIL")) rule.set("UNTIL", rule.get("UNTIL")!.replace(/^(\d{4})(\d{2})(\d{2})/, withinMonth));
  return rule;
}

function eachIs(rule: Rule, name: string, form: RegExp): void {
  const wrong = rule.get(name)?.split(",").find((each) => !form.test(each.trim()));
  if (wrong !== undefined) {
    throw new Error(`its rule has ${name} with the invalid value "${wrong.slice(0, 20)}"`);
  }
}

/** Returns a day; one after the last of its month, as some programs write the end of a month, is the last. */
function withinMonth(date: string, year: string, month: string, day: string): string {
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) > last ? `${year}${month}${last}` : date;
}

function inRange(rule: Rule, name: string, most: number): void {
  const value = rule.get(name);
  if (value === undefined) return;
  if (!/^\d{1,9}$/.test(value) || Number(value) < 1 || Number(value) > most) {
    throw new Error(`its rule has ${name}=${value.slice(0, 20)}, and 1 to ${most} is read`);
  }
}

/** Returns the rule as text. */
export const writeRule = (rule: Rule): string =>
  [...rule].map(([name, value]) => `${name}=${value}`).join(";");

/** Whether a rule repeats within a day, so that it counts elapsed time instead of local time. */
export const isWithinDay = (rule: Rule): boolean => /^(?:HOURLY|MINUTELY|SECONDLY)$/.test(rule.get("FREQ")!);
