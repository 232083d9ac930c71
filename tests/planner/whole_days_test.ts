import assert from "node:assert/strict";
import fc from "fast-check";
import type { Block } from "../../ui/planner/calendar/blocks.ts";
import { placeOnDays } from "../../ui/planner/calendar/whole_days.tsx";

const dayAt = (days: number): string =>
  new Date(Date.UTC(2026, 2, 1) + days * 86_400_000).toISOString().slice(0, 10);

Deno.test("what fills days stands once, over exactly its shown days, and beside nothing in its row", () => {
  const days = Array.from({ length: 7 }, (_, at) => dayAt(at));
  const block = fc.record({
    first: fc.integer({ min: -5, max: 9 }),
    length: fc.integer({ min: 0, max: 9 }),
    allDay: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(block, { maxLength: 20 }), (each) => {
      const blocks = each.map(({ first, length, allDay }, i) =>
        ({ key: String(i), allDay, first: dayAt(first), last: dayAt(first + length) }) as Block
      );
      const placed = placeOnDays(blocks, days);
      const expected = each.flatMap(({ first, length, allDay }, i) => {
        const [from, to] = allDay ? [first, first + length] : [first + 1, first + length - 1];
        return Math.max(from, 0) <= Math.min(to, 6) ? [[String(i), Math.max(from, 0), Math.min(to, 6)]] : [];
      });
      const found = placed.map(({ block, from, to }) => [block.key, from, to]);
      assert.deepEqual(found.toSorted(byKey), expected.toSorted(byKey));
      for (const one of placed) {
        const beside = placed.filter((other) =>
          other !== one && other.row === one.row && other.from <= one.to && one.from <= other.to
        );
        assert.deepEqual(beside, []);
      }
      const busiest = Math.max(
        0,
        ...days.map((_, at) => placed.filter(({ from, to }) => from <= at && at <= to).length),
      );
      assert.equal(Math.max(0, ...placed.map(({ row }) => row + 1)), busiest, "in as few rows as possible");
    }),
    { numRuns: 500 },
  );
});

const byKey = (a: unknown[], b: unknown[]): number => Number(a[0]) - Number(b[0]);
