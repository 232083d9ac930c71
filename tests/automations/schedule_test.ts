import assert from "node:assert/strict";
import fc from "fast-check";
import { nextCron, objectionToCron } from "../../services/execution/automations/schedule/cron.ts";
import { nextInterval } from "../../services/execution/automations/schedule/interval.ts";
import { isZone } from "../../services/execution/automations/schedule/zone.ts";
import { CHANGES, checkAround, pattern, shift } from "./schedule_property.ts";

const at = (text: string): number => Date.parse(text);

/** The moments of a pattern in a span, as the zone's clocks show them. */
function shown(cron: string, zone: string, from: string, to: string): string[] {
  const moments: string[] = [];
  for (
    let next = nextCron(cron, zone, at(from) - 1);
    next !== null && next <= at(to);
    next = nextCron(cron, zone, next)
  ) {
    moments.push(
      Temporal.Instant.fromEpochMilliseconds(next).toZonedDateTimeISO(zone).toString({
        smallestUnit: "minute",
      }).slice(11, 22),
    );
  }
  return moments;
}

Deno.test("a schedule agrees with an oracle that looks at every minute, around changes of clocks in 20 zones", () => {
  assert.ok(CHANGES.length > 300, `${CHANGES.length} changes`);
  fc.assert(
    fc.property(
      fc.constantFrom(...CHANGES),
      pattern,
      shift,
      (change, cron, from) => checkAround(change, cron, from),
    ),
    { numRuns: 600 },
  );
});

Deno.test("a fixed time that the clocks skip fires at the first minute after the gap, and one that repeats at its first pass", () => {
  const forward = ["2024-03-30T23:00:00Z", "2024-03-31T22:00:00Z"] as const;
  assert.deepEqual(shown("30 2 * * *", "Europe/Berlin", ...forward), ["03:00+02:00"]);
  assert.deepEqual(shown("10,20,30 2 * * *", "Europe/Berlin", ...forward), ["03:00+02:00"]);
  const back = ["2024-10-26T22:00:00Z", "2024-10-27T22:59:00Z"] as const;
  assert.deepEqual(shown("30 2 * * *", "Europe/Berlin", ...back), ["02:30+02:00"]);
  assert.deepEqual(
    shown("30 2 * * *", "Australia/Lord_Howe", "2024-10-05T13:00:00Z", "2024-10-06T12:00:00Z"),
    ["02:30+11:00"],
  );
  assert.deepEqual(
    shown("10 2 * * *", "Australia/Lord_Howe", "2024-10-05T13:00:00Z", "2024-10-06T12:00:00Z"),
    ["02:30+11:00"],
  );
});

Deno.test("with the hour * a schedule goes by elapsed time: both passes of an hour, and nothing in a gap", () => {
  assert.deepEqual(
    shown("30 * * * *", "Europe/Berlin", "2024-10-26T23:30:00Z", "2024-10-27T02:30:00Z"),
    ["01:30+02:00", "02:30+02:00", "02:30+01:00", "03:30+01:00"],
  );
  assert.deepEqual(shown("30 * * * *", "Europe/Berlin", "2024-03-31T00:00:00Z", "2024-03-31T02:00:00Z"), [
    "01:30+01:00",
    "03:30+02:00",
  ]);
  assert.deepEqual(
    shown("0 */1 * * *", "Europe/Berlin", "2024-10-26T23:30:00Z", "2024-10-27T02:30:00Z"),
    ["02:00+02:00", "03:00+01:00"],
    "any other pattern goes by the clock on the wall",
  );
});

Deno.test("a pattern that never comes up, has other fields, or is none is refused with why", () => {
  for (
    const good of [
      "@daily",
      "@HOURLY",
      "0 0 L * *",
      "0 0 * * 5#2",
      "0 0 15W * *",
      "0 9 * * MON-FRI",
      "0 0 29 2 *",
    ]
  ) {
    assert.equal(objectionToCron(good), null, good);
  }
  for (
    const bad of [
      "",
      "* * * *",
      "0 * * * * *",
      "@reboot",
      "60 * * * *",
      "0 22-2 * * *",
      "0/5 * * * *",
      "0 0 30 2 *",
    ]
  ) {
    assert.notEqual(objectionToCron(bad), null, bad);
  }
  assert.match(objectionToCron("0 * * * * *")!, /5 fields .*this one has 6/);
});

Deno.test("zones are those of IANA, by name", () => {
  for (const name of ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5"]) {
    assert.ok(isZone(name), name);
  }
  for (const name of ["+02:00", "Europe/Nowhere", "", "Z", "UTC\n"]) assert.equal(isZone(name), false, name);
});

Deno.test("an interval is counted from its start: nothing adds up, and months and days are those of the zone", () => {
  const start = at("2024-01-31T09:00:00Z");
  const berlin = (every: string, after: string) =>
    new Date(nextInterval(every, start, "Europe/Berlin", at(after))!).toISOString();
  assert.equal(berlin("P1M", "2024-02-01T00:00:00Z"), "2024-02-29T09:00:00.000Z");
  assert.equal(
    berlin("P1M", "2024-02-29T09:00:00Z"),
    "2024-03-31T08:00:00.000Z",
    "the 31st again, in summer time",
  );
  assert.equal(
    berlin("P1D", "2024-03-31T00:00:00Z"),
    "2024-03-31T08:00:00.000Z",
    "ten in the morning by the clock",
  );
  assert.equal(berlin("PT24H", "2024-03-31T00:00:00Z"), "2024-03-31T09:00:00.000Z");
  assert.equal(berlin("PT10S", "2024-01-31T09:00:07Z"), "2024-01-31T09:00:10.000Z");
});

Deno.test("the next moment of an interval is the least one after, whatever the duration and the time", () => {
  const duration = fc.record({ months: fc.nat(3), days: fc.nat(9), hours: fc.nat(30), seconds: fc.nat(100) })
    .filter(({ months, days, hours, seconds }) => months + days + hours > 0 || seconds >= 10)
    .map(({ months, days, hours, seconds }) => `P${months}M${days}DT${hours}H${seconds}S`);
  fc.assert(fc.property(duration, fc.nat(400 * 86_400), (every, seconds) => {
    const start = at("2024-01-31T01:30:00Z");
    const after = start + seconds * 1000;
    const next = nextInterval(every, start, "America/New_York", after)!;
    assert.ok(next > after);
    let walked = start;
    for (let count = 1; walked <= after; count++) {
      const whole = Temporal.Duration.from(every);
      const times = {
        months: whole.months * count,
        days: whole.days * count,
        hours: whole.hours * count,
        seconds: whole.seconds * count,
      };
      walked = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO("America/New_York").add(times)
        .epochMilliseconds;
      if (count > 2_000) return;
    }
    assert.equal(next, walked);
  }));
});

Deno.test("an interval that began 2,000 years ago is as quick as one that began today", () => {
  const start = at("0001-01-01T09:00:00Z");
  const began = performance.now();
  let next = at("2026-01-01T00:00:00Z");
  for (let day = 1; day <= 400; day++) {
    next = nextInterval("P1D", start, "UTC", next)!;
    assert.equal(next, at("2025-12-31T09:00:00Z") + day * 86_400_000);
  }
  const took = performance.now() - began;
  assert.ok(took < 3_000, `${took} ms`);
  assert.equal(nextInterval("P366D", start, "UTC", 8.64e15 - 1), null, "there is none any more");
});
