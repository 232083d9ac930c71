import assert from "node:assert/strict";
import fc from "fast-check";
import { RRuleTemporal } from "rrule-temporal";
import { expand } from "../../services/planning/icalendar/expand.ts";
import { placeInZone, wallOf, wallSeconds } from "../../services/planning/icalendar/wall.ts";
import { harness } from "../harness.ts";
import { calendarFile, event, importFile, refresh } from "./planner_world.ts";

const UNITS = { HOURLY: 3_600, MINUTELY: 60, SECONDLY: 1 };
const ZONES = ["UTC", "Europe/Berlin", "Australia/Lord_Howe", "America/New_York", null] as const;

const series = fc.record({
  freq: fc.constantFrom("HOURLY", "MINUTELY", "SECONDLY"),
  interval: fc.integer({ min: 1, max: 90 }),
  zone: fc.constantFrom(...ZONES),
  // Around changes of the clock as well.
  start: fc.integer({ min: wallSeconds("2025-10-20T00:00:00"), max: wallSeconds("2026-04-10T00:00:00") }),
  skipped: fc.integer({ min: 0, max: 40 }),
  length: fc.integer({ min: 0, max: 60 }),
  ends: fc.option(
    fc.record({ by: fc.constantFrom("COUNT", "UNTIL"), after: fc.integer({ min: 1, max: 80 }) }),
  ),
});

Deno.test("a series that repeats within a day has the times that another program counts one by one", () => {
  fc.assert(fc.property(series, ({ freq, interval, zone, start, skipped, length, ends }) => {
    const step = UNITS[freq as keyof typeof UNITS] * interval;
    const first = zone === null ? start : placeInZone(start, zone).seconds;
    const end = ends === null
      ? ""
      : ends.by === "COUNT"
      ? `;COUNT=${ends.after}`
      : `;UNTIL=${textOf(first + ends.after * step)}Z`;
    const rule = `FREQ=${freq};INTERVAL=${interval}${end}`;
    const [from, to] = [first + skipped * step, first + (skipped + length) * step];
    const slow = new RRuleTemporal({
      rruleString: `DTSTART;TZID=${zone ?? "UTC"}:${textOf(start)}\nRRULE:${rule}`,
    }).between(new Date(from * 1000), new Date(to * 1000), true).map((at) => at.epochMilliseconds / 1000);
    const { occurrences } = expand({ start, duration: 0, allDay: false, zone, rules: [rule] }, from, to);
    assert.deepEqual(occurrences.map(({ start }) => start), slow);
  }));
});

const textOf = (seconds: number): string => wallOf(seconds).replaceAll(/[-:]/g, "");

Deno.test("of a rule with too many times within a day, those around a moment are made", () => {
  const about = wallSeconds("2026-01-01T00:00:00");
  const asked = (rule: string) =>
    expand(
      { start: wallSeconds("1975-01-05T09:00:00"), duration: 0, allDay: false, zone: "UTC", rules: [rule] },
      about - 365 * 86_400,
      about + 365 * 86_400,
      about,
    );
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  for (const rule of ["FREQ=SECONDLY;BYMINUTE=0,1", `FREQ=DAILY;BYHOUR=${hours};BYMINUTE=0,15,30,45`]) {
    const { occurrences, flags } = asked(rule);
    assert.deepEqual(flags, ["recurrence_truncated"]);
    assert.ok(
      occurrences.some(({ start }) => start < about) && occurrences.some(({ start }) => start > about),
      rule,
    );
  }
});

Deno.test("a series that began long ago and repeats within a day shows occurrences around the beginning of the quarter", async () => {
  const now = "2026-02-01T00:00:00.000Z";
  await using h = await harness({ now: () => new Date(now) });
  const rules = ["SECONDLY", "MINUTELY;INTERVAL=7", "HOURLY;INTERVAL=5"];
  const events = rules.map((rule, at) =>
    event({ uid: `${at}`, start: "19750105T090000Z", title: rule, lines: [`RRULE:FREQ=${rule}`] })
  );
  await importFile(h, calendarFile(events));
  await refresh(h, { full: true });
  const query = { from: "2025-12-31T21:00:00Z", to: "2026-01-01T03:00:00Z", limit: 1000 };
  const list = await h.operator("GET /planner/artifacts", { query });
  assert.deepEqual(list.map(({ title }) => title).sort(), rules.toSorted());
});

Deno.test("a rule for every second of one hour shows the next hour of it, however far", async () => {
  await using h = await harness({ now: () => new Date("2026-03-01T12:00:00Z") });
  const rules = {
    hour: "FREQ=SECONDLY;BYHOUR=9",
    month: "FREQ=MINUTELY;BYMONTH=6",
    past: "FREQ=SECONDLY;BYHOUR=9;UNTIL=20200101T000000Z",
  };
  await importFile(
    h,
    calendarFile(
      Object.entries(rules).map(([uid, rule]) =>
        event({ uid, start: "19900105T090000Z", lines: [`RRULE:${rule}`] })
      ),
    ),
  );
  const first = async (date: string) =>
    (await h.operator("GET /planner/artifacts", { query: { date } })).map(({ uid, occurrences }) =>
      `${uid} ${occurrences![0]!.start}`
    );
  assert.deepEqual(await first("2026-01-01"), ["hour 2026-01-01T09:00:00.000Z"]);
  assert.deepEqual(await first("2026-06-01"), ["month 2026-06-01T00:00:00.000Z"]);
});
