import { calendar } from "../planner_world.ts";
import { AFTER, type Fault, KEPT, NINE, nine } from "./fault.ts";

const replaced = (from: string, to: string): string => calendar([nine(), AFTER]).replace(from, to);
const BOTH = { a: [NINE], ...KEPT };

/** A line that begins or ends a component is wrong. */
const STRUCTURE: readonly Fault[] = [
  {
    what: "a misspelt end",
    text: replaced("END:VEVENT", "END:VEVNT"),
    starts: BOTH,
    named: /END:VEVNT ends the VEVENT/,
  },
  {
    what: "no end",
    text: replaced("END:VEVENT\r\n", ""),
    starts: BOTH,
    named: /BEGIN:VEVENT has no END:VEVENT/,
  },
  {
    what: "an end with something behind it",
    text: replaced("END:VEVENT", "END:VEVENT x"),
    starts: BOTH,
    named: /has no END/,
  },
  {
    what: "a misspelt beginning",
    text: replaced("BEGIN:VEVENT", "BEGIN:VEVNT"),
    starts: BOTH,
    named: /END:VEVENT ends the VEVNT/,
  },
  {
    what: "a misspelt beginning and end",
    text: replaced("BEGIN:VEVENT", "BEGIN:VEVNT").replace("END:VEVENT", "END:VEVNT"),
    starts: KEPT,
    named: /"VEVNT" is not a component/,
  },
  {
    what: "no beginning",
    text: replaced("BEGIN:VEVENT\r\n", ""),
    starts: KEPT,
    named: /END:VEVENT has no BEGIN:VEVENT/,
  },
  {
    what: "an end twice",
    text: replaced("END:VEVENT", "END:VEVENT\r\nEND:VEVENT"),
    starts: BOTH,
    named: /has no BEGIN/,
  },
  {
    what: "an alarm without its end",
    text: calendar([nine(["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M"]), AFTER]),
    starts: BOTH,
    named: /BEGIN:VALARM has no END:VALARM/,
  },
  {
    what: "a time zone with a misspelt end",
    text: calendar(["BEGIN:VTIMEZONE", "TZID:X", "END:VTIMEZON", nine(), AFTER].map(String)),
    starts: BOTH,
    named: /END:VTIMEZON ends the VTIMEZONE/,
  },
  { what: "names in lower case", text: replaced("BEGIN:VEVENT", "begin:vevent"), starts: BOTH, named: null },
];

/** The text as a whole is written in another way. */
const TEXTS: readonly Fault[] = [
  { what: "a byte order mark", text: `\ufeff${calendar([nine(), AFTER])}`, starts: BOTH, named: null },
  {
    what: "a byte order mark in its middle",
    text: `${calendar([nine()])}\ufeff${calendar([AFTER])}`,
    starts: BOTH,
    named: null,
  },
  {
    what: "plain line feeds",
    text: calendar([nine(), AFTER]).replaceAll("\r\n", "\n"),
    starts: BOTH,
    named: null,
  },
  {
    what: "carriage returns alone",
    text: calendar([nine(), AFTER]).replaceAll("\r\n", "\r"),
    starts: BOTH,
    named: null,
  },
  {
    what: "blank lines",
    text: calendar([nine(), AFTER]).replaceAll("\r\n", "\r\n\r\n"),
    starts: BOTH,
    named: null,
  },
  {
    what: "a fold in the middle of a date",
    text: calendar([nine(), AFTER]).replace("20260302T090000Z", "20260302T\r\n\t090000Z"),
    starts: BOTH,
    named: null,
  },
  {
    what: "a journal entry and someone's free time",
    text: calendar([
      "BEGIN:VJOURNAL",
      "UID:j",
      "END:VJOURNAL",
      "BEGIN:VFREEBUSY",
      "UID:f",
      "END:VFREEBUSY",
      nine(),
      AFTER,
    ]),
    starts: BOTH,
    named: null,
  },
];

/** Faults in the order and the writing of lines. */
export const TEXT_FAULTS: readonly Fault[] = [...STRUCTURE, ...TEXTS];
