import assert from "node:assert/strict";
import fc from "fast-check";
import { copyDatabase } from "../../store/copy.ts";
import { verifyChain } from "../../store/verify.ts";
import { verifyCopy } from "../../store/verify_copy.ts";
import { planOf } from "../../store/verify_plan.ts";
import { perform, type VerifyPaths } from "../../store/verify_tasks.ts";
import { inThreads } from "../../store/verify_threads.ts";
import { Database } from "../../store/database.ts";
import { temporaryDirectory } from "../temporary.ts";
import { appendRandom, oneOfEachType, type RandomEvent, randomEvent } from "./arbitrary_events.ts";
import { OpenedStore } from "./opened.ts";

/** A copy of a store with some history, in a directory of its own. */
async function copied(events: readonly RandomEvent[]) {
  await using opened = new OpenedStore();
  await opened.store.commit(() => events.forEach((event) => appendRandom(opened.store, event)));
  const directory = temporaryDirectory();
  const databaseFile = `${directory}/copy.db`;
  await copyDatabase(opened.file, databaseFile, true);
  return {
    directory,
    databaseFile,
    head: opened.store.head,
    [Symbol.dispose]: () => Deno.removeSync(directory, { recursive: true }),
  };
}

const several = fc.array(randomEvent, { minLength: 40, maxLength: 80 });

Deno.test("any history verifies: its chain, its documents and its views", async () => {
  const verifies = async (events: RandomEvent[]) => {
    using copy = await copied(events);
    const checks = await verifyCopy(copy.databaseFile, copy.directory);
    const failed = checks.filter(({ ok }) => !ok).map(({ name }) => name);
    // The artifacts that such a history names were never written.
    assert.deepEqual(failed.filter((name) => name !== "artifacts"), [], JSON.stringify(checks));
  };
  await fc.assert(fc.asyncProperty(several, verifies), { numRuns: 5, endOnFailure: true });
  await fc.assert(fc.asyncProperty(oneOfEachType, verifies), { numRuns: 2, endOnFailure: true });
});

Deno.test("parts of a chain find the fault that the whole finds, wherever they are cut", async () => {
  using copy = await copied(fc.sample(several, { numRuns: 1, seed: 7 })[0]!);
  const database = new Database(copy.databaseFile);
  database.exec("drop trigger events_no_delete; drop trigger events_only_erasure");
  const faults = [
    (seq: number) => database.run("update events set data_sha256 = hash where seq = ?", seq),
    (seq: number) => database.run("update events set prev_hash = data_sha256 where seq = ?", seq),
    (seq: number) => database.run("delete from events where seq = ?", seq),
  ];
  for (const damage of faults) {
    for (let seq = 2; seq < copy.head; seq += 7) {
      database.exec("savepoint whole");
      damage(seq);
      const whole = verifyChain(database);
      assert.equal(whole.ok, false);
      for (const cut of [seq - 1, seq, seq + 1]) {
        const parts = [{ from: 1, to: cut }, { from: cut + 1, to: Number.MAX_SAFE_INTEGER }];
        const reports = parts.map((part) => verifyChain(database, { part }));
        assert.deepEqual(reports.find(({ broken }) => broken)?.broken, whole.broken, `cut after ${cut}`);
      }
      database.exec("rollback to whole; release whole");
    }
  }
  database.close();
});

Deno.test("threads find what one after the other finds", async () => {
  using copy = await copied(fc.sample(several, { numRuns: 1, seed: 11 })[0]!);
  const database = new Database(copy.databaseFile);
  database.exec("update documents_run set body = body || ' '");
  const { tasks } = planOf(database, copy.directory, true);
  database.close();
  const place: VerifyPaths = { databaseFile: copy.databaseFile, scratch: copy.directory, read: () => {} };
  const alone = [];
  for (const task of tasks) alone.push(await perform(task, place));
  assert.deepEqual(await inThreads(tasks, place), alone);
});

Deno.test("counts and numbers that no event explains are named with their tables", async () => {
  using copy = await copied(fc.sample(several, { numRuns: 1, seed: 17 })[0]!);
  const database = new Database(copy.databaseFile);
  const rebuild = async () =>
    (await verifyCopy(copy.databaseFile, copy.directory)).find(({ name }) => name === "rebuild")!;
  assert.ok((await rebuild()).ok);
  for (
    const [table, column, row] of [
      ["document_counts", "value", "(kind, value, n) values ('nowhere', 'x', 1)"],
      ["document_counts", "value", "(kind, value, n) values ('run', 'x', 1)"],
      ["document_numbers", "id", "(kind, id, number) values ('run', 'x', 999)"],
    ] as const
  ) {
    database.run(`insert into ${table} ${row}`);
    const { detail } = await rebuild();
    assert.ok(detail.endsWith(`different rows in: ${table}.`), detail);
    database.run(`delete from ${table} where ${column} = 'x'`);
  }
  assert.ok((await rebuild()).ok);
  database.close();
});

Deno.test("views that are folded later are compared as far as they were folded", async () => {
  await using opened = new OpenedStore();
  const [before, after] = fc.sample(several, { numRuns: 2, seed: 13 });
  const append = (events: readonly RandomEvent[]) =>
    opened.store.commit(() => events.forEach((event) => appendRandom(opened.store, event)));
  await append(before!);
  await opened.store.commit(() => opened.store.lazyViews.catchUp());
  const { position } = opened.store.lazyViews;
  await append(after!);
  const directory = temporaryDirectory();
  const databaseFile = `${directory}/copy.db`;
  await copyDatabase(opened.file, databaseFile, true);
  const rebuild = async () =>
    (await verifyCopy(databaseFile, directory)).find(({ name }) => name === "rebuild")!;
  assert.ok((await rebuild()).ok);
  const database = new Database(databaseFile);
  database.run("update view_positions set seq = ? where view = 'run_progress'", opened.store.head);
  assert.ok(position < opened.store.head);
  assert.match((await rebuild()).detail, /different rows in: run_turns/);
  database.run("update view_positions set seq = ? where view = 'run_progress'", position);
  database.run("delete from search_texts");
  assert.match((await rebuild()).detail, /different rows in: search_texts\./);
  // As many rows, of which one has another text.
  database.run(
    "update search_words set words = words || ' more' where rowid = (select min(rowid) from search_words)",
  );
  assert.match((await rebuild()).detail, /different rows in: search_texts, search_words\./);
  database.close();
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("an aborted verification ends its threads", async () => {
  using copy = await copied(fc.sample(several, { numRuns: 1, seed: 11 })[0]!);
  const database = new Database(copy.databaseFile);
  const { tasks } = planOf(database, copy.directory, true);
  database.close();
  const place: VerifyPaths = { databaseFile: copy.databaseFile, scratch: copy.directory, read: () => {} };
  const aborter = new AbortController();
  const working = inThreads(tasks, place, aborter.signal);
  aborter.abort();
  await assert.rejects(working, { name: "AbortError" });
});
