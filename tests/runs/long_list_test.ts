import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { createCoordinatorRun } from "../../services/control/runs/create.ts";
import { cancelRun } from "../../services/control/runs/end.ts";
import { requireRun } from "../../services/control/runs/read_model.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";

/** More than one part of a search and than the front of the queue. */
const MANY = 1_300;

/** So many queued runs, in one unit, of which each tenth was cancelled; gives their ids. */
async function many(h: Harness, repository: TestRepository): Promise<string[]> {
  const ctx = contextFor(h.service, "operator");
  const ids = ctx.write(() =>
    Array.from({ length: MANY }, (_, i) => {
      const { id } = createCoordinatorRun(ctx, {
        request: `rename ${i % 2 ? "odd" : "even"}`,
        repoPath: repository.root,
        worker: { provider: "builtin" },
        verifier: { command: "true" },
      });
      if (i % 10 === 0) cancelRun(ctx, requireRun(ctx, id), "superseded");
      return id;
    })
  );
  await ctx.settled();
  return ids;
}

/** Asserts that a request leaves turns of the event loop to others. */
async function answersOthers<T>(work: () => Promise<T>): Promise<T> {
  let [turns, isGoing] = [0, true];
  const look = () => {
    turns++;
    if (isGoing) setImmediate(look);
  };
  setImmediate(look);
  const result = await work().finally(() => isGoing = false);
  assert.ok(turns >= 3, `${turns} turns`);
  return result;
}

Deno.test("GET /runs and its counts: every match counts, on deep pages too, and others are answered between", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  const ids = await many(h, repository);
  const count = (query: string) => h.operator("GET /runs/counts", { query: { query } });
  const after = "the first read after a rush folds it in slices";
  assert.deepEqual(
    (await answersOthers(() => count("rename"))).byStatus,
    { cancelled: 130, queued: 1170 },
    after,
  );
  assert.deepEqual((await answersOthers(() => count("rename"))).byStatus, {
    cancelled: 130,
    queued: 1170,
  });
  assert.deepEqual((await count("superseded rename")).byStatus, { cancelled: 130 });
  assert.deepEqual((await count("odd superseded")).byStatus, {});
  const odd = ids.filter((_, i) => i % 2 === 1).toReversed();
  const page = (query: Record<string, string | number>) =>
    h.operator("GET /runs", { query: { query: "odd", ...query } });
  const deep = await answersOthers(() => page({ offset: 600, limit: 100 }));
  assert.deepEqual(deep.map(({ id }) => id), odd.slice(600));
  const next = await page({ after: odd[620]!, limit: 5 });
  assert.deepEqual(next.map(({ id }) => id), odd.slice(621, 626));
});

Deno.test("GET /runs: a page reads the newest of what words match, and not all matches", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  const ids = await many(h, repository);
  const { tables } = h.store.documents;
  const get = tables.get.bind(tables);
  let read = 0;
  tables.get = <Row>(...asked: Parameters<typeof get>) => {
    const row = get<Row>(...asked);
    if (asked[0].includes("as places")) read += JSON.parse((row as { places: string }).places).length;
    return row;
  };
  const page = async (query: Record<string, string | number>) => {
    read = 0;
    return (await h.operator("GET /runs", { query })).map(({ id }) => id);
  };
  assert.deepEqual(await page({ query: "rename", limit: 10 }), ids.slice(-10).toReversed());
  assert.ok(read < MANY, `${read} places`);
  const even = ids.filter((_, i) => i % 2 === 0).toReversed();
  assert.deepEqual(await page({ query: "rename even", after: even[3]!, limit: 10 }), even.slice(4, 14));
  assert.ok(read < MANY, `${read} places`);
  const cancelled = ids.filter((_, i) => i % 10 === 0).toReversed();
  assert.deepEqual(await page({ query: "even rename superseded", limit: 1000 }), cancelled);
  assert.deepEqual(await page({ query: "rename", status: "cancelled", offset: 100 }), cancelled.slice(100));
  assert.deepEqual(await page({ query: "odd superseded" }), []);
});

Deno.test("GET /search after a rush answers others while it folds what is new", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  await many(h, repository);
  assert.equal(h.store.lazyViews.isBehind, true);
  const { items } = await answersOthers(() =>
    h.operator("GET /search", { query: { query: "odd", limit: 3 } })
  );
  assert.equal(items.length, 3);
});

Deno.test("the places in a long queue are true at its front, in its middle and at its end", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  await many(h, repository);
  const places = async () => {
    const runs = await h.operator("GET /runs", { query: { status: "queued", limit: 1000, offset: 100 } });
    const oldest = await h.operator("GET /runs", { query: { status: "queued", offset: 1100 } });
    const newest = await h.operator("GET /runs", { query: { status: "queued", limit: 100 } });
    return [...newest, ...runs, ...oldest].map(({ queuePlace }) => queuePlace);
  };
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => n - i);
  assert.deepEqual(await places(), upTo(1170));
  const [run] = await h.operator("GET /runs", { query: { status: "queued", limit: 1, offset: 585 } });
  await h.operator("POST /runs/:id/cancel", { params: { id: run!.id } });
  assert.deepEqual(await places(), upTo(1169));
  const [middle] = await h.operator("GET /runs", { query: { status: "queued", limit: 1, offset: 400 } });
  const ctx = contextFor(h.service, "operator");
  assert.throws(() =>
    ctx.write(() => {
      cancelRun(ctx, requireRun(ctx, middle!.id), "undone");
      throw new Error("as planned");
    }), /as planned/);
  assert.deepEqual(await places(), upTo(1169), "of a unit that failed, nothing is counted");
});
