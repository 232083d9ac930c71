import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { appendEvents, SseReader, subscribe } from "./sse.ts";

const SUBSCRIBERS = 50;
const DROPS = 20;
const EVENTS = 400;

/** What the feed keeps in memory when it cuts that down. */
const RECENT = 2048;

/** A repeatable source of numbers below `n`. */
function dice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
}

Deno.test("50 subscribers, each dropped 20 times at random, see every sequence exactly once and in order", async () => {
  await using h = await harness();
  const writer = appendEvents(h, EVENTS - h.store.head, 3);
  const seen = await Promise.all(Array.from({ length: SUBSCRIBERS }, (_, i) => follow(h, dice(i + 1))));
  await writer;
  const expected = Array.from({ length: EVENTS }, (_, i) => i + 1);
  for (const [i, sequences] of seen.entries()) assert.deepEqual(sequences, expected, `subscriber ${i}`);
  assert.equal(h.service.feed.waiting, 0);
});

/** Follows from the beginning to the last event; drops the connection now and then and resumes. */
async function follow(h: Harness, roll: (n: number) => number): Promise<number[]> {
  const sequences: number[] = [];
  for (let drop = 0; sequences.length < EVENTS; drop++) {
    const last = sequences.at(-1) ?? 0;
    await using stream = await subscribe(h, roll(2) === 0 ? { cursor: last } : { lastEventId: last });
    const stay = drop < DROPS ? roll(2 * EVENTS / DROPS) : EVENTS;
    for (let n = 0; n < stay && sequences.length < EVENTS; n++) {
      sequences.push(Number((await stream.event())!.id));
    }
  }
  return sequences;
}

Deno.test("a subscriber that does not read delays no other, and gets all of it in the end", async () => {
  await using h = await harness();
  const lazy = await h.send("/events?cursor=0");
  await using quick = await subscribe(h, { cursor: 0 });
  const writing = appendEvents(h, 3000, 100);
  const read = await quick.events(3001);
  await writing;
  assert.equal(read.length, 3001);
  await using late = new SseReader(lazy);
  assert.deepEqual((await late.events(3001)).map(({ id }) => id), read.map(({ id }) => id));
});

Deno.test("a subscriber that goes away while it waits is forgotten", async () => {
  await using h = await harness();
  const stream = await subscribe(h);
  await stream.next();
  const pending = stream.next();
  while (h.service.feed.waiting === 0) await Promise.resolve();
  await stream[Symbol.asyncDispose]();
  await pending;
  await appendEvents(h, 1);
  assert.equal(h.service.feed.waiting, 0);
});

Deno.test("GET /events continues without a gap where what is kept in memory begins", async () => {
  await using h = await harness();
  await appendEvents(h, 5000, 1000); // the last of these batches cuts the memory down
  const edge = h.store.head - RECENT;
  for (let cursor = edge - 4; cursor < edge + 4; cursor++) {
    await using stream = await subscribe(h, { cursor });
    const ids = (await stream.events(300)).map(({ id }) => Number(id));
    assert.deepEqual(ids, ids.map((_, i) => cursor + 1 + i));
  }
});
