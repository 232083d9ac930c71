import assert from "node:assert/strict";
import fc from "fast-check";
import { nextCron } from "../../services/execution/automations/schedule/cron.ts";
import { momentsByMinute, ZONES } from "./oracle.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const [FIRST, LAST] = [Date.parse("2015-01-01T00:00:00Z"), Date.parse("2025-01-01T00:00:00Z")];

/** Every change of a clock of 2015 to 2024 in the zones of the oracle. */
export const CHANGES: readonly { zone: string; at: number }[] = Object.entries(ZONES).flatMap((
  [zone, changes],
) => changes.map(([seconds]) => ({ zone, at: seconds * 1000 })).filter(({ at }) => at >= FIRST && at < LAST));

const number = (from: number, to: number) =>
  fc.oneof(
    fc.integer({ min: from, max: to }).map(String),
    fc.tuple(fc.integer({ min: from, max: to }), fc.integer({ min: from, max: to }))
      .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    fc.tuple(
      fc.integer({ min: from, max: to }),
      fc.integer({ min: from, max: to }),
      fc.integer({ min: 1, max: 7 }),
    )
      .map(([a, b, step]) => `${Math.min(a, b)}-${Math.max(a, b)}/${step}`),
    fc.integer({ min: 2, max: 20 }).map((step) => `*/${Math.min(step, to)}`),
  );
const list = (from: number, to: number) =>
  fc.array(number(from, to), { minLength: 1, maxLength: 3 }).map((all) => all.join(","));
const orAny = (field: fc.Arbitrary<string>, weight: number) =>
  fc.oneof({ weight, arbitrary: fc.constant("*") }, { weight: 3, arbitrary: field });

const day = fc.oneof(list(1, 31), fc.constantFrom("L", "1W", "15W", "28W"));
const weekday = fc.oneof(list(0, 7), fc.constantFrom("5#2", "0#1", "1#5", "5L", "0L"));

/** Patterns of five fields; the hours are mostly those at which clocks change. */
export const pattern = fc.tuple(
  orAny(list(0, 59), 1),
  orAny(fc.oneof(list(0, 3), list(0, 23), fc.constantFrom("22-23", "23")), 2),
  orAny(day, 4),
  orAny(list(1, 12), 6),
  orAny(weekday, 4),
).map((fields) => fields.join(" "));

/** Compares the moments of a pattern within two days of a change of a clock with those that the oracle finds. */
export function checkAround({ zone, at }: { zone: string; at: number }, cron: string, shift: number): void {
  const [after, upTo] = [at - 2 * DAY + shift, at + 2 * DAY];
  const found: number[] = [];
  for (
    let next = nextCron(cron, zone, after);
    next !== null && next <= upTo;
    next = nextCron(cron, zone, next)
  ) {
    found.push(next);
  }
  const shown = (moments: readonly number[]) => moments.map((each) => new Date(each).toISOString());
  assert.deepEqual(
    shown(found),
    shown(momentsByMinute(cron, zone, after, upTo)),
    `${cron} in ${zone}, ${at}`,
  );
}

/** Where a window begins: mostly far before the change, at times beside it or in the middle of a minute. */
export const shift = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4 * DAY }));
