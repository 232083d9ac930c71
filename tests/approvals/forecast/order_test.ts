import assert from "node:assert/strict";
import fc from "fast-check";
import { bestOrder } from "../../../services/machine/repositories/mod.ts";

/** Items, and which of them hinder which. */
const graphs = (most: number) =>
  fc.nat({ max: most }).chain((count) =>
    fc.array(fc.array(fc.boolean(), { minLength: count, maxLength: count }), {
      minLength: count,
      maxLength: count,
    })
  ).map((hindered) => ({
    ids: hindered.map((_, i) => `${i}`),
    hinders: (first: string, then: string) => hindered[Number(first)]![Number(then)]!,
  }));

function fitsInOrder(order: readonly string[], hinders: (first: string, then: string) => boolean): boolean {
  return order.every((then, i) => order.slice(0, i).every((first) => !hinders(first, then)));
}

/** The most items that some order applies. */
function most(ids: readonly string[], hinders: (first: string, then: string) => boolean): number {
  return Math.max(
    0,
    ...ids.map((id) => 1 + most(ids.filter((other) => other !== id && !hinders(id, other)), hinders)),
  );
}

Deno.test("the best order applies as many as any order does, each item is named once, and the same items give the same order", () => {
  fc.assert(fc.property(graphs(6), ({ ids, hinders }) => {
    const { applied, left } = bestOrder(ids, hinders);
    assert.ok(fitsInOrder(applied, hinders));
    assert.equal(applied.length, most(ids, hinders));
    assert.deepEqual([...applied, ...left].sort(), ids);
    assert.deepEqual(bestOrder(ids, hinders), { applied, left });
  }));
});

Deno.test("many items that hinder each other still get an order in which those that are applied fit", () => {
  fc.assert(fc.property(graphs(40), ({ ids, hinders }) => {
    const { applied, left } = bestOrder(ids, hinders);
    assert.ok(fitsInOrder(applied, hinders));
    assert.deepEqual([...applied, ...left].sort(), ids.toSorted());
  }));
});
