import assert from "node:assert/strict";
import fc from "fast-check";
import {
  compare,
  type StoredTicket,
  type WantedTicket,
} from "../../services/workforce/worker_machines/queue/compare.ts";

const queue = fc.constantFrom("machine_a", "machine_b", "machine_c");
const key = fc.constantFrom("assignment_1/0", "assignment_1/1", "assignment_2/0", "", "nothing/like\nit");
const wanted: fc.Arbitrary<WantedTicket[]> = fc.uniqueArray(
  fc.record({ queue, key, isClaimed: fc.boolean() }),
  { selector: (ticket) => `${ticket.queue} ${ticket.key}` },
);
const contents = fc.dictionary(
  queue,
  fc.oneof(fc.constant("flooded" as const), fc.array(key, { maxLength: 8 })),
)
  .map((each) => {
    const ids = { next: 0 };
    return new Map(
      Object.entries(each).map(([queue, keys]) => [
        queue,
        keys === "flooded" ? keys : keys.map((key): StoredTicket => ({ queue, key, id: String(ids.next++) })),
      ]),
    );
  });

Deno.test("compare: whatever the queues hold, its repair leaves what is wanted there once and nothing else, and then finds nothing to do", () => {
  fc.assert(fc.property(wanted, contents, (wanted, before) => {
    const { send, remove, empty } = compare(wanted, before);
    const removed = new Set(remove.map(({ id }) => id));
    const after = new Map([...before].map(([queue, stored]) => {
      const left = stored === "flooded" ? [] : stored.filter(({ id }) => !removed.has(id));
      const added = send.filter((ticket) => ticket.queue === queue).map((ticket, i) => ({
        ...ticket,
        id: `new ${i}`,
      }));
      return [queue, [...left, ...added]];
    }));
    const names = (tickets: readonly { queue: string; key: string }[]) =>
      tickets.map(({ queue, key }) => JSON.stringify([queue, key])).toSorted();
    const found = names([...after.values()].flat());
    const must = names(wanted.filter(({ queue, isClaimed }) => before.has(queue) && !isClaimed));
    const may = new Set(names(wanted));
    assert.deepEqual(found, [...new Set(found)], "nothing is there twice");
    assert.ok(must.every((name) => found.includes(name)), "everything wanted is there");
    assert.ok(found.every((name) => may.has(name)), "nothing else is");
    assert.deepEqual(empty, [...before].filter(([, stored]) => stored === "flooded").map(([queue]) => queue));
    assert.deepEqual(compare(wanted, after), { send: [], remove: [], empty: [] });
  }));
});
