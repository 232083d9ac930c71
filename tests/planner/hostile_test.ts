import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendar, calendarFile, event, importFile } from "./planner_world.ts";

const lines = (...all: string[]): string => all.join("\r\n");
const withLines = (uid: string, ...more: string[]): string =>
  event({ uid, start: "20260402T090000Z", lines: more });

/** What one component of a calendar can do to its reader; none of it may cost the others anything. */
const COMPONENTS: Record<string, string> = {
  "a rule that never ends": withLines("h1", "RRULE:FREQ=SECONDLY"),
  "a rule that never comes": withLines("h2", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
  "a fifth Monday of each day": withLines("h3", "RRULE:FREQ=DAILY;BYDAY=5MO"),
  "two days before each day": withLines("h4", "RRULE:FREQ=DAILY;BYMONTHDAY=-1,-2"),
  "an interval of nothing": withLines("h5", "RRULE:FREQ=DAILY;INTERVAL=0"),
  "an interval below nothing": withLines("h6", "RRULE:FREQ=DAILY;INTERVAL=-1"),
  "a count without end": withLines("h7", `RRULE:FREQ=DAILY;COUNT=${"9".repeat(40)}`),
  "a list of thousands": withLines("h8", `RRULE:FREQ=MINUTELY;BYSECOND=${"0,".repeat(5000)}0`),
  "a rule of nonsense": withLines("h9", "RRULE:FREQ=;;=;BYDAY=XX"),
  "ten rules": withLines("h10", ...Array.from({ length: 10 }, () => "RRULE:FREQ=MINUTELY")),
  "thousands of exceptions": withLines(
    "h11",
    "RRULE:FREQ=DAILY",
    ...Array.from(
      { length: 9000 },
      (_, i) => `EXDATE:2026${String(1 + (i % 12)).padStart(2, "0")}10T090000Z`,
    ),
  ),
  "an end before its start": event({ uid: "h12", start: "20260402T090000Z", end: "20200101T000000Z" }),
  "a length below nothing": lines(
    "BEGIN:VEVENT",
    "UID:h13",
    "DTSTART:20260402T090000Z",
    "DURATION:-P999999999D",
    "END:VEVENT",
  ),
  "a day that is not": event({ uid: "h14", start: "20260230T250000Z" }),
  "the year zero": event({ uid: "h15", start: "00000101T000000Z" }),
  "the last year": event({ uid: "h16", start: "99991231T235959Z", lines: ["RRULE:FREQ=YEARLY"] }),
  "a zone of nowhere": event({ uid: "h17", start: "20260402T090000", zone: "../../etc/passwd" }),
  "a property of the prototype": lines(
    "BEGIN:VEVENT",
    "UID:h18",
    "DTSTART:20260402T090000Z",
    "__PROTO__:x",
    "CONSTRUCTOR;PROTOTYPE=1:y",
    "END:VEVENT",
  ),
  "a component of the prototype": lines("BEGIN:__PROTO__", "UID:h19", "END:__PROTO__"),
  "a name of the prototype": event({ uid: "__proto__", start: "20260402T090000Z" }),
  "controls in its name": event({
    uid: "h20\u0000\u202e",
    start: "20260402T090000Z",
    title: "\u0000\u0007\u202egnp",
  }),
  "a line without end": event({
    uid: "h21",
    start: "20260402T090000Z",
    lines: [`DESCRIPTION:${"x".repeat(300_000)}`],
  }),
  "a line folded a hundred thousand times": withLines("h22", `DESCRIPTION:a${"\r\n b".repeat(100_000)}`),
  "parameters without end": withLines("h23", `ATTENDEE${";X=Y".repeat(20_000)}:mailto:a@example.org`),
  "thousands of guests": withLines(
    "h24",
    ...Array.from({ length: 3000 }, (_, i) => `ATTENDEE:mailto:p${i}@example.org`),
  ),
  "deep nesting": `${"BEGIN:VEVENT\r\n".repeat(200)}UID:h25\r\n${"END:VEVENT\r\n".repeat(199)}END:VEVENT`,
  "an alarm that runs": withLines(
    "h26",
    "BEGIN:VALARM",
    "ACTION:PROCEDURE",
    "ATTACH:file:///bin/sh",
    "TRIGGER:-PT15M",
    "END:VALARM",
  ),
  "an attachment to fetch": withLines("h27", "ATTACH:http://127.0.0.1:1/secret", "URL:javascript:alert(1)"),
  "a zone that defines itself by years": lines(
    "BEGIN:VTIMEZONE",
    "TZID:Evil",
    ...Array.from(
      { length: 2000 },
      () =>
        "BEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nRRULE:FREQ=YEARLY;BYDAY=1SU\r\nTZOFFSETFROM:+9959\r\nTZOFFSETTO:-9959\r\nEND:STANDARD",
    ),
    "END:VTIMEZONE",
  ),
  "quotes that never close": withLines("h28", 'X-A;P="open:value', 'SUMMARY;LANGUAGE="":x'),
  "no name at all": lines("BEGIN:VEVENT", ":::", "=", ";", "END:VEVENT"),
  "bytes of another encoding": withLines("h29", "DESCRIPTION:\ufffd\ud800"),
};

for (const [what, component] of Object.entries(COMPONENTS)) {
  Deno.test(`a calendar with ${what} is answered, and the events around it stay`, async () => {
    await using h = await harness();
    const good = ["a", "b"].map((uid) => event({ uid, start: "20260401T090000Z", title: `good ${uid}` }));
    const run = await importFile(h, calendarFile([good[0]!, component, good[1]!]));
    assert.ok(["completed", "partial"].includes(run.status), `${run.status}: ${JSON.stringify(run.errors)}`);
    const list = await h.json("GET", "/planner/artifacts?limit=1000");
    assert.equal(list.status, 200);
    const titles = list.body.map(({ title }: { title: string }) => title);
    assert.deepEqual(titles.filter((title: string) => title.startsWith("good")).sort(), ["good a", "good b"]);
    for (
      const path of [
        "/planner/conflicts",
        "/planner/search?q=good",
        "/planner/sources/status",
        "/planner/time-off",
      ]
    ) {
      assert.equal((await h.json("GET", path)).status, 200, path);
    }
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

/** What a whole file can be instead of a calendar. */
const FILES: Record<string, string | Uint8Array> = {
  "nothing": "",
  "no calendar": "<html>Sign in</html>",
  "half a calendar": calendar([event({ uid: "a" })]).slice(0, 120),
  "bytes": crypto.getRandomValues(new Uint8Array(50_000)),
  "only beginnings": "BEGIN:VCALENDAR\r\n".repeat(50_000),
  "only ends": "END:VCALENDAR\r\n".repeat(50_000),
  "another alphabet": new Uint8Array([0xff, 0xfe, ...new TextEncoder().encode("B\0E\0G\0I\0N\0")]),
  "far too many events": calendar(Array.from({ length: 25_000 }, (_, i) => event({ uid: `${i}` }))),
};

for (const [what, content] of Object.entries(FILES)) {
  Deno.test(`a file with ${what} in place of a calendar costs nothing that was there`, async () => {
    await using h = await harness();
    const path = calendarFile(["a", "b"].map((uid) => event({ uid, title: `good ${uid}` })));
    await importFile(h, path);
    await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    const refresh = await h.json("POST", "/planner/refresh", {});
    assert.equal(refresh.status, 201);
    const [run] = refresh.body;
    const { body } = await h.json("GET", "/planner/artifacts?limit=1000");
    const good = body.filter(({ title }: { title: string }) => title.startsWith("good"));
    assert.equal(good.length, 2, `${run.status}: ${JSON.stringify(run.errors)}`);
  });
}
