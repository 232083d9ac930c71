import assert from "node:assert/strict";
import { META, noteRegistry, noteStream } from "./note_stream.ts";
import { OpenedStore, rebuildDifferences } from "./opened.ts";
import { verifyChain } from "../../store/verify.ts";

const written = (text: string) => [{ type: "note.written" as const, data: { text } }];

Deno.test("units of one turn are one commit: another connection sees none of them, then all", async () => {
  await using opened = new OpenedStore(noteRegistry);
  const { store } = opened;
  const second = opened.second();
  const seen = () => second.get<{ n: number }>("select count(*) as n from events")!.n;
  const batches: number[] = [];
  store.subscribe((events) => batches.push(events.length));
  const promises = Array.from(
    { length: 20 },
    (_, i) => store.unit(() => store.append(noteStream, `${i}`, written("x"), META)).durable,
  );
  await Promise.resolve();
  assert.equal(seen(), 0);
  assert.equal(new Set(promises).size, 1);
  await promises[0];
  assert.equal(seen(), 20);
  assert.deepEqual(batches, [20]);
  second.close();
});

Deno.test("durable() waits for what a reader may have seen, and is done at once when there is nothing open", async () => {
  await using opened = new OpenedStore(noteRegistry);
  const { store } = opened;
  const second = opened.second();
  store.unit(() => store.append(noteStream, "a", written("x"), META));
  assert.notEqual(store.documents.get(noteStream, "a"), null);
  await store.durable();
  assert.notEqual(second.get("select 1 from documents_note"), undefined);
  await store.durable();
  second.close();
});

Deno.test("a unit must be synchronous, and what it did before its first await is undone", async () => {
  await using opened = new OpenedStore(noteRegistry);
  const { store } = opened;
  assert.throws(() =>
    store.unit(async () => {
      store.append(noteStream, "a", written("x"), META);
      await Promise.resolve();
    }), TypeError);
  await store.durable();
  assert.equal(store.head, 0);
  assert.equal(store.documents.get(noteStream, "a"), null);
});

Deno.test("append outside of a unit is refused", async () => {
  await using opened = new OpenedStore(noteRegistry);
  assert.throws(() => opened.store.append(noteStream, "a", written("x"), META), /outside of a unit/);
  assert.equal(opened.store.head, 0);
});

Deno.test("when SQLite has no room left, units that fail leave nothing and the store works again with room", async () => {
  await using opened = new OpenedStore(noteRegistry);
  const { store } = opened;
  await store.commit(() => store.append(noteStream, "first", written("x"), META));
  const pages = store.database.get<{ page_count: number }>("pragma page_count")!.page_count;
  store.database.exec(`pragma max_page_count = ${pages + 20}`);
  const big = "x".repeat(30_000);
  const outcomes: boolean[] = [];
  for (let round = 0; round < 4; round++) {
    const results = await Promise.allSettled(
      [0, 1, 2].map((i) => store.commit(() => store.append(noteStream, `${round}-${i}`, written(big), META))),
    );
    await store.durable().catch(() => {}); // a batch that SQLite gave up fails as a whole
    outcomes.push(...results.map(({ status }) => status === "fulfilled"));
    for (const [i, { status }] of results.entries()) {
      const there = store.documents.get(noteStream, `${round}-${i}`) !== null;
      assert.equal(there, status === "fulfilled", `unit ${round}-${i}`);
    }
  }
  assert.ok(outcomes.includes(false));
  assert.equal(store.head, 1 + outcomes.filter(Boolean).length);
  store.database.exec(`pragma max_page_count = ${pages + 100_000}`);
  await store.commit(() => store.append(noteStream, "last", written(big), META));
  assert.equal(verifyChain(store.database).ok, true);
  assert.deepEqual(rebuildDifferences(store), []);
});
