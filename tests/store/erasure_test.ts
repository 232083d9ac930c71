import assert from "node:assert/strict";
import fc from "fast-check";
import { erase, truncateLog } from "../../store/erase.ts";
import type { EventStore } from "../../store/event_store.ts";
import { finishErasures } from "../../store/owner.ts";
import { Rebuild } from "../../store/rebuild.ts";
import { runStream } from "../../store/runs/stream.ts";
import { verifyChain } from "../../store/verify.ts";
import { appendRandom, randomEvent } from "./arbitrary_events.ts";
import { META } from "./note_stream.ts";
import { OpenedStore, projectionDump, rebuildDifferences } from "./opened.ts";

const eraseRun = (store: EventStore, runId: string) =>
  store.commit(() => {
    const [tombstone] = store.append(runStream, runId, [{ type: "run.deleted", data: {} }], {
      ...META,
      runId,
    });
    erase(store, { runId }, tombstone!.seq);
  });

Deno.test("after an erasure of any history the chain verifies, and a rebuild gives the same", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomEvent, { minLength: 10, maxLength: 80 }),
      fc.array(randomEvent, { maxLength: 10 }),
      async (before, after) => {
        await using opened = new OpenedStore();
        const { store } = opened;
        await store.commit(() => before.forEach((event) => appendRandom(store, event)));
        const carried = store.events.countOfRun("run_a");
        await eraseRun(store, "run_a");
        const report = verifyChain(store.database);
        assert.equal(report.ok, true, JSON.stringify(report.broken));
        assert.equal(report.erased.length, carried);
        assert.deepEqual(rebuildDifferences(store), []);
        const rest = after.filter(({ runId }) => runId !== "run_a");
        await store.commit(() => rest.forEach((event) => appendRandom(store, event)));
        assert.deepEqual(rebuildDifferences(store), []);
        const dump = projectionDump(store);
        assert.equal(projectionDump(opened.reopen()), dump);
      },
    ),
    { numRuns: 20 },
  );
});

Deno.test("an erasure between the slices of a rebuild leaves nothing of the run in the tables that take over", async () => {
  await using opened = new OpenedStore();
  const { store } = opened;
  const { database } = store;
  const events = fc.sample(randomEvent, { numRuns: 150, seed: 5 });
  await store.commit(() => events.forEach((event) => appendRandom(store, event)));
  const rebuild = new Rebuild(database, store.registry);
  database.transaction(() => rebuild.begin());
  database.transaction(() => rebuild.fold(100));
  await eraseRun(store, "run_a");
  const differences = database.transaction(() => {
    finishErasures(store.registry, store.projector.tables);
    while (!rebuild.fold(10));
    return rebuild.differences();
  });
  assert.deepEqual(differences, []);
});

Deno.test("truncateLog waits for a batch that is open, and leaves an empty write-ahead log", async () => {
  await using opened = new OpenedStore();
  const { store } = opened;
  const [event] = fc.sample(randomEvent, { numRuns: 1, seed: 3 });
  store.unit(() => appendRandom(store, event!));
  await truncateLog(store);
  assert.equal(store.head, 1);
  assert.equal(Deno.statSync(`${opened.file}-wal`).size, 0);
});
