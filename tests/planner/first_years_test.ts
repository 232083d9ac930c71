import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

Deno.test("a date in the years 0 to 99 is not one of the twentieth century", async () => {
  await using h = await harness({ now: () => new Date("2026-03-01T12:00:00Z") });
  const [refresh] = await importFile(
    h,
    calendarFile([
      event({ uid: "first", start: "00010101T090000Z" }),
      event({ uid: "last", start: "00991231T090000Z" }),
      event({ uid: "now" }),
    ]),
  ).then(() => h.operator("GET /planner/refreshes"));
  assert.deepEqual(refresh!.errors.map(({ reason }) => reason), [
    'Its DTSTART "00010101T090000Z" is in the year 1, and only 1900 to 2200 is supported.',
    'Its DTSTART "00991231T090000Z" is in the year 99, and only 1900 to 2200 is supported.',
  ]);
  assert.deepEqual((await h.operator("GET /planner/artifacts")).map(({ uid }) => uid), ["now"]);
  const planned = await h.json("POST", "/planner/calendar-actions", {
    action: "create",
    event: { title: "Long ago", start: "0050-03-01" },
  });
  assert.equal(planned.status, 400);
  assert.match(planned.body.error, /is in the year 50, and only 1900 to 2200 is supported/);
});

Deno.test("a time zone whose changes begin in the year 1 has those of today", async () => {
  await using h = await harness({ now: () => new Date("2026-03-01T12:00:00Z") });
  const part = (name: string, month: number, from: string, to: string) => [
    `BEGIN:${name}`,
    `DTSTART:0001${String(month).padStart(2, "0")}01T020000`,
    `RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=${month}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `END:${name}`,
  ];
  const zone = [
    "BEGIN:VTIMEZONE",
    "TZID:Made here",
    ...part("STANDARD", 10, "+0200", "+0100"),
    ...part("DAYLIGHT", 3, "+0100", "+0200"),
    "END:VTIMEZONE",
  ].join("\r\n");
  await importFile(
    h,
    calendarFile([
      zone,
      event({ uid: "winter", start: "20260301T090000", zone: "Made here" }),
      event({ uid: "summer", start: "20260701T090000", zone: "Made here" }),
    ]),
  );
  assert.deepEqual(
    (await h.operator("GET /planner/artifacts")).map(({ uid, start }) => `${uid} ${start!.at}`).toSorted(),
    ["summer 2026-07-01T07:00:00.000Z", "winter 2026-03-01T08:00:00.000Z"],
  );
});
