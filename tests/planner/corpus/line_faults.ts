import { calendar } from "../planner_world.ts";
import { AFTER, bare, type Fault, KEPT, NINE, nine } from "./fault.ts";

/** An event that is read although one of its lines is wrong. */
const line = (
  what: string,
  wrong: string,
  named: RegExp | null,
  starts: readonly string[] = [NINE],
): Fault => ({
  what,
  text: calendar([nine(["RRULE:FREQ=WEEKLY;COUNT=" + starts.length, wrong]), AFTER]),
  starts: { a: starts, ...KEPT },
  named,
});

/** Another property of an event is wrong. */
const LINES: readonly Fault[] = [
  line("a property without a colon", "X-EMPTY=", /"X-EMPTY=" is not a property/),
  line("a line of an editor", "<<<<<<< HEAD", /"<<<<<<< HEAD" is not a property/),
  line("an RDATE without a value", "RDATE:", /RDATE without a value/),
  line("an EXDATE that is no date", "EXDATE:never", /EXDATE "never"/),
  line("one EXDATE of two that is no date", "EXDATE:20260309T090000Z,never", /EXDATE "never"/, [NINE]),
  line("a LAST-MODIFIED of words", "LAST-MODIFIED:yesterday", /LAST-MODIFIED "yesterday"/),
  line("an exclusion that is no rule", "EXRULE:never", /EXRULE "NEVER"/),
  line("an unknown property with parameters", 'X-A;B=C;D="e:f":g', null),
];

/** The length of an event is wrong; its start counts. */
const LENGTHS: readonly Fault[] = [
  ["DTEND:None", /DTEND "None" is not a date or a time/],
  ["DURATION:PT1W", /DURATION "PT1W" is not a duration/],
  ["DURATION:PT1H ", null],
  ["DURATION:", /DURATION without a value is not a duration/],
  ["DTEND:20260302", null],
].map(([wrong, named]) => ({
  what: `the length "${wrong}"`,
  text: calendar([bare("DTSTART:20260302T090000Z", wrong as string), AFTER]),
  starts: { a: [NINE], ...KEPT },
  named: named as RegExp | null,
}));

/** Without this line an event means nothing; the others stay. */
const LOST: readonly Fault[] = [
  {
    what: "a start that is no date",
    lines: ["DTSTART:garbage"],
    named: /DTSTART "garbage" is not a date or a time/,
  },
  { what: "no start", lines: [], named: /no DTSTART/ },
  {
    what: "a RECURRENCE-ID that is no date",
    lines: ["DTSTART:20260302T090000Z", "RECURRENCE-ID:some"],
    named: /RECURRENCE-ID "some" is not a date or a time/,
  },
].map(({ what, lines, named }) => ({
  what,
  text: calendar([bare(...lines).replace("UID:a", "UID:lost"), AFTER]),
  starts: KEPT,
  named,
}));

/** Faults in one line of an event. */
export const LINE_FAULTS: readonly Fault[] = [...LINES, ...LENGTHS, ...LOST];
