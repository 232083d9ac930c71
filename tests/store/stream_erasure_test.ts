import assert from "node:assert/strict";
import fc from "fast-check";
import { erase, truncateLog } from "../../store/erase.ts";
import type { EventStore } from "../../store/event_store.ts";
import { IdempotencyTable } from "../../store/idempotency.ts";
import { Rebuild } from "../../store/rebuild.ts";
import { secretStream } from "../../store/secrets/stream.ts";
import { verifyChain } from "../../store/verify.ts";
import { harness } from "../harness.ts";
import { appendRandom, randomEvent } from "./arbitrary_events.ts";
import { canary, sightings } from "./canaries.ts";
import { fixtureOf } from "./fixtures.ts";
import { META, noteStream } from "./note_stream.ts";
import { OpenedStore, projectionDump, rebuildDifferences } from "./opened.ts";

const OWNER = { stream: "secret/a" };

/** A secret with a history: set and used. */
function setSecret(store: EventStore): void {
  const told = fixtureOf("secret").filter(({ type }) => type !== "secret.deleted");
  store.append(secretStream, "a", told.map(({ type, data }) => ({ type, data }) as never), META);
}

/** Deletes a secret, and erases what was recorded of it. */
const eraseSecret = (store: EventStore): Promise<void> =>
  store.commit(() => {
    const [tombstone] = store.append(secretStream, "a", [{ type: "secret.deleted", data: {} }], META);
    erase(store, OWNER, tombstone!.seq);
  });

Deno.test("erasing one stream of any history leaves a chain that verifies, and a rebuild gives the same", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomEvent, { minLength: 10, maxLength: 60 }),
      fc.array(randomEvent, { maxLength: 10 }),
      async (before, after) => {
        await using opened = new OpenedStore();
        const { store } = opened;
        await store.commit(() => {
          setSecret(store);
          before.forEach((event) => appendRandom(store, event));
        });
        const carried = store.events.versionOf(OWNER.stream);
        const others = store.events.after(0, 1000).filter(({ stream }) => stream !== OWNER.stream);
        await eraseSecret(store);
        const report = verifyChain(store.database);
        assert.equal(report.ok, true, JSON.stringify(report.broken));
        assert.equal(report.erased.length, carried);
        assert.deepEqual(
          store.events.after(0, 1000).filter(({ stream }) => stream !== OWNER.stream),
          others,
          "nothing of another stream went along",
        );
        assert.equal(store.documents.get(secretStream, "a"), null);
        assert.deepEqual(rebuildDifferences(store), []);
        await store.commit(() => after.forEach((event) => appendRandom(store, event)));
        assert.deepEqual(rebuildDifferences(store), []);
        const dump = projectionDump(store);
        assert.equal(projectionDump(opened.reopen()), dump);
      },
    ),
    { numRuns: 15 },
  );
});

Deno.test("an erasure of a stream between the slices of a rebuild is in the tables that take over", async () => {
  await using opened = new OpenedStore();
  const { store } = opened;
  const { database } = store;
  const events = fc.sample(randomEvent, { numRuns: 150, seed: 5 });
  await store.commit(() => {
    setSecret(store);
    events.forEach((event) => appendRandom(store, event));
  });
  const rebuild = new Rebuild(database, store.registry);
  database.transaction(() => rebuild.begin());
  database.transaction(() => rebuild.fold(140));
  await eraseSecret(store);
  const differences = database.transaction(() => {
    while (!rebuild.fold(10));
    return rebuild.differences();
  });
  assert.deepEqual(differences, []);
});

Deno.test("a secret's history that is erased leaves no word of it, nor the answer that was kept for its key", async () => {
  await using h = await harness();
  const word = canary("metadata");
  const body = { name: "example", kind: "api-key", value: "not-a-real-value", metadata: { note: word } };
  const { id } = await h.operator("POST /secrets", { body }, { idempotencyKey: "once" });
  await h.operator("POST /secrets/:id/delete", { params: { id } });
  assert.ok(sightings(h.directory, [word]).length > 0);
  const key = { caller: "operator", route: "POST /secrets", key: "once" };
  const answers = new IdempotencyTable(h.store.database);
  assert.match(answers.find(key, "")!.response, /example/);
  const tombstone = h.store.events.ofStream(`secret/${id}`).at(-1)!;
  await h.store.commit(() => erase(h.store, { stream: `secret/${id}` }, tombstone.seq));
  assert.equal(await truncateLog(h.store), true);
  assert.deepEqual(sightings(h.directory, [word]), []);
  assert.equal(answers.find(key, ""), null);
  assert.equal(verifyChain(h.store.database).ok, true);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a stream is erased by its own deletion alone, and only where each view says how", async () => {
  await using opened = new OpenedStore();
  const { store } = opened;
  const events = fc.sample(randomEvent, { numRuns: 200, seed: 7 });
  await store.commit(() => events.forEach((event) => appendRandom(store, event)));
  const deletion = (stream: string) => {
    const [kind, id] = stream.split("/") as [string, string];
    const deleted = { ...noteStream, kind, events: { "note.deleted": noteStream.events["note.deleted"] } };
    return store.append(deleted as typeof noteStream, id, [{ type: "note.deleted", data: {} }], META)[0]!.seq;
  };
  const { head } = store;
  for (const stream of ["task_session/unused", "conversation/unused", "memory_record/unused"]) {
    await assert.rejects(
      store.commit(() => erase(store, { stream }, deletion(stream))),
      /cannot be erased alone: the view "\w+" does not say how/,
      stream,
    );
  }
  await assert.rejects(
    store.commit(() => erase(store, OWNER, deletion("secret/b"))),
    /is not the deletion of secret\/a/,
  );
  await assert.rejects(store.commit(() => erase(store, OWNER, head)), /is not the deletion of secret\/a/);
  assert.equal(store.head, head);
});

Deno.test("verifyChain finds an entry that another stream's deletion claims to have erased", async () => {
  await using opened = new OpenedStore();
  const { store } = opened;
  await store.commit(() => {
    setSecret(store);
    store.append(secretStream, "b", [{ type: "secret.deleted", data: {} }], META);
  });
  const foreign = store.events.ofStream("secret/a")[0]!;
  store.database.run(
    "update events set data = null, salt = null, erased_by = ? where seq = ?",
    store.head,
    foreign.seq,
  );
  assert.deepEqual(verifyChain(store.database).broken, {
    seq: foreign.seq,
    reason: "no recorded deletion erased it",
  });
});
