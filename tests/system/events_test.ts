import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { assertRefusal } from "../routes/sentence.ts";
import { queuedRun } from "../routes/queued_run.ts";
import { appendEvents, subscribe } from "./sse.ts";

Deno.test("GET /events begins with retry: 3000 and, without a cursor, with what happens from now on", async () => {
  await using h = await harness();
  await appendEvents(h, 3);
  const response = await h.send("/events");
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  assert.equal(response.headers.get("cache-control"), "no-store");
  await response.body?.cancel();
  await using stream = await subscribe(h);
  assert.deepEqual(await stream.next(), { retry: 3000 });
  const { head } = h.store;
  await appendEvents(h, 1);
  assert.equal((await stream.event())?.id, String(head + 1));
});

Deno.test("GET /events resumes after any cursor, by ?cursor= or Last-Event-ID, of which the header wins", async () => {
  await using h = await harness();
  await appendEvents(h, 5);
  for (const from of [{ cursor: 2 }, { lastEventId: 2 }, { cursor: 0, lastEventId: 2 }]) {
    await using stream = await subscribe(h, from);
    assert.deepEqual((await stream.events(4)).map(({ id }) => id), ["3", "4", "5", "6"]);
  }
  await using all = await subscribe(h, { cursor: 0 });
  assert.equal((await all.event())?.event, "system.started");
});

Deno.test("GET /events refuses a malformed cursor and one from the future", async () => {
  await using h = await harness();
  const bad = [
    "-1",
    "x",
    "1.5",
    "",
    " 1",
    "1e1",
    "0x1",
    "evt_000000001",
    "9".repeat(16),
    String(h.store.head + 1),
  ];
  for (const cursor of bad) {
    const query = await h.send(`/events?cursor=${encodeURIComponent(cursor)}`);
    await assertRefusal(query, [400], `cursor=${cursor}`);
    const header = await h.send("/events", { headers: { "last-event-id": cursor } });
    if (cursor.trim() !== cursor) await header.body?.cancel(); // a header's value has no space around it
    else await assertRefusal(header, [400], `last-event-id: ${cursor}`);
  }
});

Deno.test("GET /events: each event is a CloudEvent with the extensions of its run", async () => {
  await using h = await harness({ now: () => new Date("2026-03-04T05:06:07.089Z") });
  await using stream = await subscribe(h);
  await using run = await queuedRun(h, "say hello");
  const [created, queued] = await stream.events(2);
  assert.deepEqual([created?.event, queued?.event], ["run.created", "run.queued"]);
  const envelope = JSON.parse(created!.data!);
  const { data, source, id, ...rest } = envelope;
  assert.deepEqual(rest, {
    specversion: "1.0",
    type: "run.created",
    subject: `run/${run.id}`,
    time: "2026-03-04T05:06:07.089Z",
    datacontenttype: "application/json",
    sequence: Number(created!.id),
    actor: "operator",
    runid: run.id,
  });
  assert.equal(data.request, "say hello");
  assert.match(source, /^urn:/);
  assert.notEqual(id, JSON.parse(queued!.data!).id);
});

Deno.test("GET /events sends nothing of a unit that failed, and nothing before it is on disk", async () => {
  await using h = await harness();
  await using stream = await subscribe(h);
  await assert.rejects(
    h.operator("POST /coordinator/runs", { body: { request: "x", repoPath: "/nowhere" } }),
  );
  const { head } = h.store;
  await using _run = await queuedRun(h);
  assert.equal((await stream.event())?.id, String(head + 1));
});

Deno.test("GET /events: a comment goes out every 15 seconds, without an id", async () => {
  const timers: { run: () => void; every: number | undefined }[] = [];
  const real = globalThis.setInterval;
  globalThis.setInterval = ((run: () => void, every?: number) => {
    timers.push({ run, every });
    return real(() => {}, 2 ** 30);
  }) as typeof setInterval;
  await using h = await harness();
  globalThis.setInterval = real;
  const heartbeat = timers.find(({ every }) => every === 15_000);
  assert.ok(heartbeat, "no timer of 15 seconds");
  await using stream = await subscribe(h);
  await stream.next();
  const waiting = stream.next();
  while (h.service.feed.waiting === 0) await Promise.resolve();
  heartbeat.run();
  const frame = await waiting;
  assert.deepEqual(Object.keys(frame!), ["comment"]);
});

Deno.test("GET /events: streams end when the service stops, after what was on disk", async () => {
  const h = await harness();
  await appendEvents(h, 10);
  await using stream = await subscribe(h, { cursor: 0 });
  await h.close();
  const frames = await stream.events(1000);
  assert.equal(frames.length, 11);
  assert.equal(await stream.next(), null);
  await Deno.remove(h.directory, { recursive: true });
});
