import assert from "node:assert/strict";
import fc from "fast-check";
import type { Block } from "../../ui/planner/calendar/blocks.ts";
import { wallAt } from "../../ui/planner/common/days.ts";
import {
  drawnSpan,
  movedSpan,
  resizedSpan,
  slotsOf,
  snapped,
  spanOf,
  STEP_MINUTES,
} from "../../ui/planner/calendar/spans.ts";

const block = (start: string, minutes: number) =>
  ({ start: Date.parse(start), end: Date.parse(start) + minutes * 60_000 }) as Block;

const at = (date: string, minutes: number) => ({ date, minutes });

Deno.test("a drawn span is between both places, in steps; a click is an hour, and ends with the day", () => {
  assert.deepEqual(drawnSpan(at("2026-03-02", 542), at("2026-03-02", 601)), {
    start: "2026-03-02T09:00",
    durationMinutes: 60,
  });
  assert.deepEqual(drawnSpan(at("2026-03-02", 601), at("2026-03-02", 542)).start, "2026-03-02T09:00");
  assert.equal(drawnSpan(at("2026-03-02", 542), at("2026-03-02", 544)).durationMinutes, 60);
  assert.deepEqual(drawnSpan(at("2026-03-02", 1439), at("2026-03-02", 1439)), {
    start: "2026-03-02T23:45",
    durationMinutes: 15,
  });
});

Deno.test("a block moves by what the pointer moved and keeps its length, across days and a change of the clocks", () => {
  const talk = block("2026-03-28T09:00:00Z", 90);
  const moved = movedSpan(talk, at("2026-03-28", 620), at("2026-03-29", 680), "Europe/Berlin");
  assert.deepEqual(moved, { start: "2026-03-29T11:00", durationMinutes: 90 });
  assert.deepEqual(resizedSpan(talk, at("2026-03-28", 720), "Europe/Berlin"), {
    start: "2026-03-28T10:00",
    durationMinutes: 120,
  });
  assert.equal(resizedSpan(talk, at("2026-03-28", 0), "Europe/Berlin").durationMinutes, STEP_MINUTES);
});

Deno.test("every span begins at a step of the day where it was put, and none has no length", () => {
  const minutes = fc.double({ min: -100, max: 1600, noNaN: true });
  const date = fc.integer({ min: 0, max: 800 }).map((days) =>
    new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString().slice(0, 10)
  );
  const zone = fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kathmandu", "America/New_York");
  const start = fc.integer({ min: 0, max: 800 * 96 }).map((quarters) =>
    new Date(Date.UTC(2026, 0, 1) + quarters * 900_000).toISOString()
  );
  fc.assert(
    fc.property(
      date,
      minutes,
      date,
      minutes,
      start,
      fc.integer({ min: 1, max: 600 }),
      zone,
      (a, m, b, n, begin, long, zone) => {
        assert.equal(snapped(m) % STEP_MINUTES, 0);
        const one = block(begin, long);
        for (const span of [drawnSpan(at(a, m), at(b, n)), movedSpan(one, at(a, m), at(b, n), zone)]) {
          assert.match(span.start, /^\d{4}-\d\d-\d\dT\d\d:(?:00|15|30|45)$/);
          assert.ok(span.durationMinutes > 0);
          const { minutes, to } = slotsOf(span);
          assert.ok(minutes < to && to <= 1440);
        }
        const wall = wallAt(one.start, zone);
        assert.equal(movedSpan(one, at(a, m), at(a, m), zone).start.slice(0, 10), wall.date);
        assert.equal(spanOf(one, zone).durationMinutes, long);
      },
    ),
  );
});
