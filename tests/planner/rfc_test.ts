import assert from "node:assert/strict";
import { expand } from "../../services/planning/icalendar/expand.ts";
import { placeInZone, wallSeconds } from "../../services/planning/icalendar/wall.ts";
import { type AskedRule, expandIndependently, readerTest } from "./independent.ts";

const NEW_YORK = "America/New_York";

/** The examples of RFC 5545, 3.8.5.3, in their order. An UNTIL is written by the wall of New York, as dateutil takes it. */
const EXAMPLES: readonly (readonly [start: string, rule: string])[] = [
  ["1997-09-02T09:00:00", "FREQ=DAILY;COUNT=10"],
  ["1997-09-02T09:00:00", "FREQ=DAILY;UNTIL=19971223T190000"],
  ["1997-09-02T09:00:00", "FREQ=DAILY;INTERVAL=2"],
  ["1997-09-02T09:00:00", "FREQ=DAILY;INTERVAL=10;COUNT=5"],
  ["1998-01-01T09:00:00", "FREQ=YEARLY;UNTIL=20000131T090000;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA"],
  ["1998-01-01T09:00:00", "FREQ=DAILY;UNTIL=20000131T090000;BYMONTH=1"],
  ["1997-09-02T09:00:00", "FREQ=WEEKLY;COUNT=10"],
  ["1997-09-02T09:00:00", "FREQ=WEEKLY;UNTIL=19971223T190000"],
  ["1997-09-02T09:00:00", "FREQ=WEEKLY;INTERVAL=2;WKST=SU"],
  ["1997-09-02T09:00:00", "FREQ=WEEKLY;UNTIL=19971006T200000;WKST=SU;BYDAY=TU,TH"],
  ["1997-09-02T09:00:00", "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH"],
  ["1997-09-01T09:00:00", "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971223T190000;WKST=SU;BYDAY=MO,WE,FR"],
  ["1997-09-02T09:00:00", "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH"],
  ["1997-09-05T09:00:00", "FREQ=MONTHLY;COUNT=10;BYDAY=1FR"],
  ["1997-09-05T09:00:00", "FREQ=MONTHLY;UNTIL=19971223T190000;BYDAY=1FR"],
  ["1997-09-07T09:00:00", "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU"],
  ["1997-09-22T09:00:00", "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO"],
  ["1997-09-28T09:00:00", "FREQ=MONTHLY;BYMONTHDAY=-3"],
  ["1997-09-02T09:00:00", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15"],
  ["1997-09-30T09:00:00", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1"],
  ["1997-09-10T09:00:00", "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15"],
  ["1997-09-02T09:00:00", "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU"],
  ["1997-06-10T09:00:00", "FREQ=YEARLY;COUNT=10;BYMONTH=6,7"],
  ["1997-03-10T09:00:00", "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3"],
  ["1997-01-01T09:00:00", "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200"],
  ["1997-05-19T09:00:00", "FREQ=YEARLY;BYDAY=20MO"],
  ["1997-05-12T09:00:00", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO"],
  ["1997-03-13T09:00:00", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH"],
  ["1997-06-05T09:00:00", "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8"],
  ["1998-02-13T09:00:00", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13"],
  ["1997-09-13T09:00:00", "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13"],
  ["1996-11-05T09:00:00", "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8"],
  ["1997-09-04T09:00:00", "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3"],
  ["1997-09-29T09:00:00", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2"],
  ["1997-09-02T09:00:00", "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000"],
  ["1997-09-02T09:00:00", "FREQ=MINUTELY;INTERVAL=15;COUNT=6"],
  ["1997-09-02T09:00:00", "FREQ=MINUTELY;INTERVAL=90;COUNT=4"],
  ["1997-09-02T09:00:00", "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40"],
  ["1997-09-02T09:00:00", "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16"],
  ["1997-08-05T09:00:00", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO"],
  ["1997-08-05T09:00:00", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU"],
  ["2007-01-15T09:00:00", "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5"],
];

const MOST = 40;
/** Ten years. */
const SPAN = 10 * 366 * 86_400;

/** The first moments of a rule, as this program computes them. */
function ours({ rule, start, zone }: AskedRule): number[] {
  const wall = wallSeconds(start);
  const { occurrences } = expand(
    {
      start: wall,
      duration: 0,
      allDay: false,
      zone,
      rules: [rule],
      added: [],
      excluded: [],
      overridden: new Set(),
      shifts: [],
    },
    wall - 86_400,
    wall + SPAN,
  );
  return occurrences.slice(0, MOST).map((each) => each.start);
}

readerTest(
  "the 42 examples of RFC 5545, 3.8.5.3, are expanded as an independent reader expands them",
  async () => {
    assert.equal(EXAMPLES.length, 42);
    const rules = EXAMPLES.map(([start, rule]) => ({ start, rule, zone: NEW_YORK, most: MOST }));
    const theirs = await expandIndependently(rules);
    rules.forEach((rule, i) => {
      const last = wallSeconds(rule.start) + SPAN;
      assert.deepEqual(ours(rule), theirs[i]!.filter((at) => at <= last), rule.rule);
    });
  },
);

const ZONES = [
  "Europe/Berlin",
  "Europe/London",
  "Europe/Dublin",
  "Europe/Athens",
  "Europe/Chisinau",
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Anchorage",
  "America/St_Johns",
  "America/Havana",
  "America/Santiago",
  "America/Nuuk",
  "Atlantic/Azores",
  "Africa/Cairo",
  "Asia/Jerusalem",
  "Asia/Beirut",
  "Australia/Sydney",
  "Australia/Lord_Howe",
];

readerTest(
  "every change of clocks of two years in 20 zones: times that are skipped or repeated fall where an independent reader has them",
  async () => {
    const rules: AskedRule[] = [];
    for (const zone of ZONES) {
      let at = Temporal.ZonedDateTime.from(`2025-01-01T00:00[${zone}]`);
      for (
        let next = at.getTimeZoneTransition("next");
        next && next.year < 2027;
        next = at.getTimeZoneTransition("next")
      ) {
        const change = (next.offsetNanoseconds - next.subtract({ nanoseconds: 1 }).offsetNanoseconds) / 1e9;
        // In the middle of what is skipped or repeated, as the wall shows it.
        const wall = next.toPlainDateTime().add({ seconds: -Math.trunc(change / 2) });
        const start = wall.subtract({ days: 2 }).toString({ smallestUnit: "second" });
        rules.push({ rule: "FREQ=DAILY;COUNT=5", start, zone, most: 5 });
        at = next;
      }
    }
    assert.ok(rules.length >= 60, String(rules.length));
    const theirs = await expandIndependently(rules);
    rules.forEach((rule, i) => assert.deepEqual(ours(rule), theirs[i], `${rule.zone} ${rule.start}`));
    const skipped = rules.filter(({ start, zone }) =>
      placeInZone(wallSeconds(start) + 2 * 86_400, zone).adjusted
    );
    assert.ok(skipped.length >= 30, "the control: half of them are times that the clock skips");
  },
);
