import assert from "node:assert/strict";
import fc from "fast-check";
import { damageOf } from "../../store/integrity.ts";
import { Rebuild, replaceProjections } from "../../store/rebuild.ts";
import { replaceViews } from "../../store/replace_views.ts";
import { verifyChain } from "../../store/verify.ts";
import { appendRandom, oneOfEachType, type RandomEvent, randomEvent } from "./arbitrary_events.ts";
import { OpenedStore, projectionDump, rebuildDifferences } from "./opened.ts";

Deno.test("folding any history of every stream again gives the same documents and views, byte for byte", async () => {
  const foldsAgain = async (events: RandomEvent[]) => {
    await using opened = new OpenedStore();
    const { store } = opened;
    await store.commit(() => events.forEach((event) => appendRandom(store, event)));
    assert.deepEqual(rebuildDifferences(store), []);
    assert.equal(verifyChain(store.database).ok, true);
  };
  const several = fc.array(randomEvent, { minLength: 60, maxLength: 120 });
  await fc.assert(fc.asyncProperty(several, foldsAgain), { numRuns: 30 });
  await fc.assert(fc.asyncProperty(oneOfEachType, foldsAgain), { numRuns: 3 });
});

Deno.test("a rebuild in slices, with appends between them, ends with the live tables; one at the start takes their place", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomEvent, { minLength: 1, maxLength: 40 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.array(randomEvent, { maxLength: 6 })), {
        maxLength: 6,
      }),
      async (first, slices) => {
        await using opened = new OpenedStore();
        const { store } = opened;
        const { database, registry } = store;
        await store.commit(() => first.forEach((event) => appendRandom(store, event)));
        const rebuild = new Rebuild(database, registry);
        database.transaction(() => rebuild.begin());
        for (const [limit, more] of slices) {
          database.transaction(() => rebuild.fold(limit));
          await store.commit(() => more.forEach((event) => appendRandom(store, event)));
        }
        const before = projectionDump(store);
        await store.durable();
        database.transaction(() => {
          while (!rebuild.fold(5));
          assert.deepEqual(rebuild.differences(), []);
          rebuild.drop();
          replaceProjections(database, registry);
        });
        assert.equal(projectionDump(store), before);
        const reopened = opened.reopen();
        assert.equal(projectionDump(reopened), before);
        await reopened.commit(() => first.forEach((event) => appendRandom(reopened, distinct(event))));
        assert.deepEqual(rebuildDifferences(reopened), []);
      },
    ),
    { numRuns: 25 },
  );
});

/** The same event again, where an id has to be new. */
function distinct<E extends { data: unknown }>(event: E): E {
  const data = event.data as { guidanceId?: string };
  return data?.guidanceId === undefined
    ? event
    : { ...event, data: { ...data, guidanceId: crypto.randomUUID() } };
}

Deno.test("the words of texts that were folded again are indexed as before, and will be erased as before", async () => {
  await using opened = new OpenedStore();
  const { store } = opened;
  const { database, registry } = store;
  const events = fc.sample(oneOfEachType, { numRuns: 1, seed: 17 })[0]!;
  await store.commit(() => events.forEach((event) => appendRandom(store, event)));
  await store.commit(() => store.lazyViews.catchUp());
  const tables = registry.views.flatMap((view) => Object.entries(view.tables))
    .filter(([, { virtual }]) => virtual).map(([name]) => name);
  const words = () =>
    tables.map((name) => {
      database.exec(`create virtual table temp.${name}_v using fts5vocab('main', '${name}', 'row')`);
      const found = database.all(`select * from temp.${name}_v order by term`);
      database.exec(`drop table temp.${name}_v`);
      const erases = database.get(`select v from ${name}_config where k = 'secure-delete'`);
      return { name, found, erases };
    });
  const before = words();
  assert.ok(before.some(({ found }) => found.length > 0));
  const views = registry.views.filter((view) => !view.readsDocuments);
  for (
    const replace of [
      () => replaceProjections(database, registry),
      () => replaceViews(database, registry, views),
    ]
  ) {
    database.transaction(replace);
    assert.deepEqual(words(), before);
    assert.equal(damageOf(database), null);
    assert.equal(database.get("select 1 from sqlite_schema where name like 'unindexed%'"), undefined);
  }
});

Deno.test("a rebuild that a crash cut short leaves nothing behind at the next start", async () => {
  await using opened = new OpenedStore();
  const { store } = opened;
  const events = fc.sample(randomEvent, { numRuns: 50, seed: 7 });
  await store.commit(() => events.forEach((event) => appendRandom(store, event)));
  const before = projectionDump(store);
  const rebuild = new Rebuild(store.database, store.registry);
  rebuild.begin();
  rebuild.fold(10);
  const reopened = opened.reopen();
  assert.equal(projectionDump(reopened), before);
  const tables = reopened.database.all<{ name: string }>(
    "select name from sqlite_schema where type = 'table'",
  );
  assert.deepEqual(tables.filter(({ name }) => /^(?:shadow|retired)_/.test(name)), []);
});
