import { calendar, event } from "../planner_world.ts";
import { AFTER, bare, days, type Fault, KEPT, NINE, nine } from "./fault.ts";

/** Dates and times are mixed in one series. */
export const FORM_FAULTS: readonly Fault[] = [
  {
    what: "a rule that excludes, of RFC 2445",
    text: calendar([nine(["RRULE:FREQ=WEEKLY;COUNT=3", "EXRULE:FREQ=WEEKLY;INTERVAL=2"]), AFTER]),
    starts: { a: ["2026-03-09T09:00:00.000Z"], ...KEPT },
    named: null,
  },
  {
    what: "a RECURRENCE-ID with a time in a series of dates",
    text: calendar([
      event({ uid: "a", start: "20260302", title: "a", lines: ["RRULE:FREQ=DAILY;COUNT=3"] }),
      event({ uid: "a", start: "20260310", title: "a", lines: ["RECURRENCE-ID:20260303T000000"] }),
      AFTER,
    ]),
    starts: { a: days("03-02", "03-04", "03-10"), ...KEPT },
    named: null,
  },
  {
    what: "a RECURRENCE-ID at the midnight of another place in a series of dates",
    text: calendar([
      event({ uid: "a", start: "20260302", title: "a", lines: ["RRULE:FREQ=DAILY;COUNT=3"] }),
      event({ uid: "a", start: "20260310", title: "a", lines: ["RECURRENCE-ID:20260302T230000Z"] }),
      AFTER,
    ]),
    starts: { a: days("03-02", "03-04", "03-10"), ...KEPT },
    named: null,
  },
  {
    what: "a RECURRENCE-ID that is a date in a series of times",
    text: calendar([
      nine(["RRULE:FREQ=DAILY;COUNT=3"]),
      nine(["RECURRENCE-ID;VALUE=DATE:20260303"], { start: "20260310T100000Z" }),
      AFTER,
    ]),
    starts: { a: [NINE, "2026-03-04T09:00:00.000Z", "2026-03-10T10:00:00.000Z"], ...KEPT },
    named: null,
  },
  {
    what: "a RECURRENCE-ID without the zone of its series",
    text: calendar([
      nine(["RRULE:FREQ=DAILY;COUNT=2"], { start: "20260302T100000", zone: "Europe/Berlin" }),
      nine(["RECURRENCE-ID:20260303T100000"], { start: "20260310T100000", zone: "Europe/Berlin" }),
      AFTER,
    ]),
    starts: { a: [NINE, "2026-03-10T09:00:00.000Z"], ...KEPT },
    named: null,
  },
  {
    what: "an EXDATE with a time in a series of dates",
    text: calendar([
      event({
        uid: "a",
        start: "20260302",
        title: "a",
        lines: ["RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20260303T000000Z"],
      }),
      AFTER,
    ]),
    starts: { a: days("03-02", "03-04"), ...KEPT },
    named: null,
  },
  {
    what: "an RDATE that is a date in a series of times",
    text: calendar([nine(["RDATE;VALUE=DATE:20260309"]), AFTER]),
    starts: { a: [NINE, "2026-03-09T09:00:00.000Z"], ...KEPT },
    named: null,
  },
  {
    what: "an RDATE that is a period of dates",
    text: calendar([
      event({ uid: "a", start: "20260302", title: "a", lines: ["RDATE;VALUE=PERIOD:20260309/20260311"] }),
      AFTER,
    ]),
    starts: { a: days("03-02", "03-09"), ...KEPT },
    named: /period of dates/,
  },
  {
    what: "a date by its VALUE that is a time",
    text: calendar([bare("DTSTART;VALUE=DATE:20260302T090000Z"), AFTER]),
    starts: { a: [NINE], ...KEPT },
    named: /DTSTART says VALUE=DATE, but "20260302T090000Z" is a time/,
  },
  {
    what: "a date without its VALUE",
    text: calendar([bare("DTSTART:20260302"), AFTER]),
    starts: { a: days("03-02"), ...KEPT },
    named: null,
  },
  {
    what: "a start in lower case",
    text: calendar([bare("DTSTART:20260302t090000z"), AFTER]),
    starts: { a: [NINE], ...KEPT },
    named: null,
  },
];
