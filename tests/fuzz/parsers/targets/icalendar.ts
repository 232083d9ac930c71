import assert from "node:assert/strict";
import { parsedSchema } from "../../../../services/planning/icalendar/input.ts";
import { readCalendars } from "../../../../services/planning/icalendar/read_calendar.ts";
import { corpusCalendar, corpusEvents, WRITINGS } from "../../../planner/corpus/generate.ts";
import { size, template, utf8 } from "../bytes.ts";
import type { Target } from "../engine.ts";

const [FROM, TO] = [Date.UTC(2026, 0, 1) / 1_000, Date.UTC(2027, 0, 1) / 1_000];

const read = (text: string) =>
  parsedSchema.parse(
    readCalendars({
      kind: "calendar",
      texts: [{ ref: "x.ics", calendarId: "c", etag: null, text }],
      from: FROM,
      to: TO,
      about: FROM,
    }),
  );

/** What is the same however a calendar is written: lines and folds are not. */
const meaning = (text: string): unknown =>
  read(text).items.map(({ uid, title, start, end, occurrences }) => ({
    uid,
    title,
    start,
    end,
    occurrences,
  }));

/** Calendars: whatever is in them, the rest is read; occurrences are in order and in the window; folds mean nothing. */
export const icalendar: Target = {
  name: "icalendar",
  seeds: () => corpusEvents(5545, 40).map((event) => utf8(corpusCalendar([event], []))),
  make: (random) => utf8(corpusCalendar(corpusEvents(random.between(0, 1e9), random.between(1, 4)))),
  words: [
    "BEGIN:VEVENT\r\n",
    "END:VEVENT\r\n",
    "BEGIN:VTIMEZONE\r\nTZID:X\r\n",
    "RRULE:FREQ=SECONDLY\r\n",
    "RRULE:FREQ=YEARLY;BYDAY=53MO\r\n",
    ";INTERVAL=0",
    ";COUNT=999999999",
    ";UNTIL=99991231T235959Z",
    ";BYSETPOS=-1",
    ";BYMONTHDAY=31",
    "EXDATE:",
    "RDATE;VALUE=PERIOD:",
    "RECURRENCE-ID:",
    ";RANGE=THISANDFUTURE",
    "DURATION:-P1W\r\n",
    "DURATION:P999999999W\r\n",
    "DTSTART;TZID=Nowhere:",
    "DTSTART;VALUE=DATE:20260230\r\n",
    "\r\n ",
    "\\n",
    ';TZID="a;b"',
    "\0",
    "STATUS:CANCELLED\r\n",
  ],
  check: (input) => {
    const text = new TextDecoder().decode(input);
    const parsed = read(text);
    for (const { occurrences, uid } of parsed.items) {
      assert.notEqual(uid, "", "an item without a UID");
      occurrences.forEach(({ start, end }, i) => {
        assert.ok(Number.isSafeInteger(start) && end >= start, "an occurrence that ends before it begins");
        assert.ok(i === 0 || start >= occurrences[i - 1]!.start, "occurrences out of order");
      });
    }
    for (const { reason } of parsed.errors) assert.match(reason, /[.!?]$/, "an error that is no sentence");
    if (/^(?:[\x20-\x7e]+\r\n)+$/.test(text) && parsed.items.length > 0 && text.length < 5_000) {
      const [, write] = WRITINGS[2]!;
      assert.deepEqual(meaning(write(text)), meaning(text), "line ends change what it means");
    }
    const flags = new Set(parsed.items.flatMap((item) => item.flags));
    return [
      `${size(parsed.items.length)} items ${[...flags].sort().join()} ${parsed.broken.length} ${
        parsed.damaged.length > 0
      }`,
      `${size(Math.max(0, ...parsed.items.map((item) => item.occurrences.length)))} occurrences`,
      ...parsed.errors.map(({ reason }) => `error: ${template(reason)}`),
    ];
  },
};
