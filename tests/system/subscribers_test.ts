import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { Harness, harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
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

Deno.test("one event for many subscribers: others take turns between, and each subscriber gets it once", async () => {
  await using h = await harness();
  const many = 1000;
  const streams = await Promise.all(Array.from({ length: many }, () => subscribe(h)));
  const turns: number[] = [];
  let turn = 0;
  const count = () => void (turn++, timer = setImmediate(count));
  const all = streams.map(async (stream) => {
    const event = await stream.event();
    turns.push(turn);
    return event?.id;
  });
  while (h.service.feed.waiting < many) await new Promise((resolve) => setImmediate(resolve));
  let timer = setImmediate(count);
  await appendEvents(h, 1);
  assert.deepEqual(new Set(await Promise.all(all)), new Set([String(h.store.head)]));
  clearImmediate(timer);
  assert.ok(new Set(turns).size >= 5, `all were served in ${new Set(turns).size} turns`);
  await Promise.all(streams.map((stream) => stream[Symbol.asyncDispose]()));
  assert.equal(h.service.feed.waiting, 0);
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

Deno.test("a subscriber from the beginning is read for as it takes, a page in one turn, and misses nothing on the way to now", async () => {
  await using h = await harness();
  await appendEvents(h, 5000, 1000);
  const pages: { turn: number; bytes: number }[] = [];
  let turn = 0;
  const count = () => void (turn++, timer = setImmediate(count));
  let timer = setImmediate(count);
  const after = h.store.events.after.bind(h.store.events);
  h.store.events.after = (seq, limit) => {
    const page = after(seq, limit);
    pages.push({ turn, bytes: JSON.stringify(page).length });
    return page;
  };
  const reader = (await h.send("/events?cursor=0")).body!.getReader();
  let text = "";
  const decoder = new TextDecoder();
  const ids = () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  for (let read = 1; read <= 10; read++) {
    text += decoder.decode((await reader.read()).value, { stream: true });
    assert.ok(pages.length <= read + 2, `${pages.length} pages for ${read} reads`);
  }
  await appendEvents(h, 20, 5);
  const last = h.store.head;
  while (!text.includes(`id: ${last}\n`)) {
    const { value } = await reader.read();
    assert.ok(value!.length < 256 * 1024, `a chunk of ${value!.length} bytes`);
    text += decoder.decode(value, { stream: true });
    if (ids().length % 640 === 0) await appendEvents(h, 1);
  }
  clearImmediate(timer);
  await reader.cancel();
  assert.deepEqual(ids().slice(0, last), Array.from({ length: last }, (_, i) => i + 1));
  assert.equal(new Set(pages.map((page) => page.turn)).size, pages.length, "one page in a turn");
});

Deno.test("after a start, subscribers that come back read the newest events from the table once", async () => {
  const directory = temporaryDirectory();
  const first = await Harness.open({}, directory);
  await appendEvents(first, 100, 10);
  await first.close();
  await using h = await Harness.open({}, directory);
  let readings = 0;
  const after = h.store.events.after.bind(h.store.events);
  h.store.events.after = (seq, limit) => {
    readings++;
    return after(seq, limit);
  };
  const expected = Array.from({ length: 50 }, (_, at) => h.store.head - 49 + at);
  for (let subscriber = 0; subscriber < 20; subscriber++) {
    await using stream = await subscribe(h, { lastEventId: h.store.head - 50 });
    assert.deepEqual((await stream.events(50)).map(({ id }) => Number(id)), expected);
  }
  assert.ok(readings <= 2, `${readings} readings`);
});

Deno.test("GET /events sends events with long texts in chunks that stay small", async () => {
  await using h = await harness();
  const request = `run true # ${"x".repeat(30_000)}`;
  using repository = TestRepository.make();
  for (let i = 0; i < 40; i++) {
    await h.operator("POST /coordinator/runs", { body: { request, repoPath: repository.root } });
  }
  await using stream = await subscribe(h, { cursor: 0 });
  const reader = (await h.send("/events?cursor=0")).body!.getReader();
  for (let read = 0; read < 1_000_000;) {
    const { value } = await reader.read();
    read += value!.length;
    assert.ok(value!.length <= 128 * 1024, `a chunk of ${value!.length} bytes`);
  }
  await reader.cancel();
  const sequences = (await stream.events(h.store.head)).map(({ id }) => Number(id));
  assert.deepEqual(sequences, Array.from({ length: h.store.head }, (_, i) => i + 1));
});
