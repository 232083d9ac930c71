import assert from "node:assert/strict";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { runStream } from "../../store/runs/stream.ts";
import { TestRepository } from "../git.ts";
import { AGENT, type Harness, harness } from "../harness.ts";

/** Queues runs in a repository, the first of them first; gives their ids. */
async function queued(h: Harness, repoPath: string, ...requests: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const request of requests) {
    ids.push((await h.operator("POST /coordinator/runs", { body: { request, repoPath } })).id);
  }
  return ids;
}

const listed = async (h: Harness, query: Record<string, string>) =>
  (await h.operator("GET /runs", { query })).map(({ number }) => number);

Deno.test("GET /runs: words of the request, the directory and the reason find a run among many, with its state", async () => {
  await using h = await harness();
  using one = TestRepository.make();
  using other = TestRepository.make();
  const [retry] = await queued(h, one.root, "cap the retryDelay of the client", "rename a function");
  await queued(h, other.root, "rename the function clampDelay", "naïve café");
  await h.operator("POST /runs/:id/cancel", {
    params: { id: retry! },
    body: { reason: "superseded by hand" },
  });
  assert.deepEqual(await listed(h, {}), [4, 3, 2, 1]);
  assert.deepEqual(await listed(h, { query: "rename function" }), [3, 2]);
  assert.deepEqual(await listed(h, { query: "function clampD" }), [3]);
  assert.deepEqual(await listed(h, { query: "cafe NAIVE" }), [4]);
  assert.deepEqual(await listed(h, { query: "superseded" }), [1]);
  assert.deepEqual(await listed(h, { query: "superseded retryDelay" }), [1]);
  assert.deepEqual(await listed(h, { query: "superseded rename" }), []);
  assert.deepEqual(await listed(h, { query: "rename", repoPath: one.root }), [2]);
  assert.deepEqual(await listed(h, { query: "the", status: "cancelled" }), [1]);
  assert.deepEqual(await listed(h, { query: "#3" }), [3]);
  assert.deepEqual(await listed(h, { query: retry! }), [1]);
  assert.deepEqual(await listed(h, { query: "#99" }), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /runs: whatever is typed is words, never an expression", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  await queued(h, repository.root, 'say "near" AND OR NOT x');
  const typed = [
    '"',
    '""',
    "AND",
    "NOT x",
    "x OR",
    "NEAR(x y)",
    "request:x",
    "^x",
    "x*",
    "(",
    "a-b",
    "*",
    "\u0000",
    "' OR 1=1 --",
    "+ - {}",
  ];
  for (const query of typed) {
    const { status } = await h.json("GET", `/runs?query=${encodeURIComponent(query)}`);
    assert.equal(status, 200, query);
  }
  assert.deepEqual(await listed(h, { query: "AND" }), [1]);
  assert.deepEqual(await listed(h, { query: "+ -" }), []);
});

Deno.test("GET /runs/counts: totals by state of all that fit, however few are listed", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  const ids = await queued(
    h,
    repository.root,
    ...Array.from({ length: 12 }, (_, i) => `task ${i % 2 ? "odd" : "even"}`),
  );
  for (const id of ids.slice(0, 3)) await h.operator("POST /runs/:id/cancel", { params: { id } });
  const all = await h.operator("GET /runs/counts");
  assert.deepEqual(all, {
    total: 12,
    byStatus: { cancelled: 3, queued: 9 },
    repositories: [repository.root],
  });
  const odd = await h.operator("GET /runs/counts", { query: { query: "odd" } });
  assert.deepEqual([odd.total, odd.byStatus], [6, { cancelled: 1, queued: 5 }]);
  await h.operator("POST /runs/archive");
  const left = await h.operator("GET /runs/counts");
  assert.deepEqual([left.total, left.byStatus], [9, { queued: 9 }]);
  assert.equal((await h.operator("GET /runs/counts", { query: { archived: "true" } })).total, 3);
  assert.deepEqual(await listed(h, { archived: "true" }), [3, 2, 1]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /runs with after: pages repeat and miss no run while others are created, archived and match a filter", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  const ids = await queued(h, repository.root, "one", "two", "three", "four", "five", "six", "seven");
  const seen: string[] = [];
  for (;;) {
    const after = seen.at(-1);
    const page = await h.operator("GET /runs", { query: { limit: 2, ...(after && { after }) } });
    if (page.length === 0) break;
    seen.push(...page.map(({ id }) => id));
    await queued(h, repository.root, "came meanwhile");
  }
  assert.deepEqual(seen, ids.toReversed());
  const wide = await h.operator("GET /runs", { query: { after: ids[3]! } });
  assert.deepEqual(wide.map(({ id }) => id), ids.slice(0, 3).toReversed());
  const found = await h.operator("GET /runs", { query: { query: "three", after: ids[3]! } });
  assert.deepEqual(found.map(({ id }) => id), [ids[2]]);
  const { status, body } = await h.json("GET", "/runs?after=run_none");
  assert.equal(status, 400);
  assert.match(body.error, /after is "run_none", but there is no such run\. Begin again/);
});

Deno.test("a run's number is an alias of its id, is given once, and stays where runs are erased", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  const [first, second, third] = await queued(h, repository.root, "one", "two", "three");
  for (const id of ["2", "%232", second!]) {
    const { body } = await h.json("GET", `/runs/${id}`);
    assert.deepEqual([body.id, body.number], [second, 2]);
  }
  assert.equal((await h.json("POST", "/runs/2/cancel", {})).body.status, "cancelled");
  assert.equal((await h.json("GET", "/runs/4")).status, 404);
  await h.operator("POST /runs/:id/delete", { params: { id: second! } });
  assert.equal((await h.json("GET", "/runs/2")).status, 404);
  const [fourth] = await queued(h, repository.root, "four");
  const numbers = (await h.operator("GET /runs")).map(({ id, number }) => [id, number]);
  assert.deepEqual(numbers, [[fourth, 4], [third, 3], [first, 1]]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an erased run's words are in no table and in none of the search's own", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  const [doomed] = await queued(h, repository.root, "quibblewort", "stays");
  const tables = () => {
    h.store.projector.catchUp();
    return h.store.database.all<{ name: string }>("select name from sqlite_master where type = 'table'")
      .map(({ name }) => name).filter((name) => {
        const rows = h.store.database.all<Record<string, unknown>>(`select * from "${name}"`);
        return rows.some((row) => Object.values(row).some((value) => textOf(value).includes("quibblewort")));
      });
  };
  assert.ok(tables().some((name) => name.startsWith("search_words_")), "the search has the word before");
  await h.operator("POST /runs/:id/cancel", { params: { id: doomed! } });
  await h.operator("POST /runs/:id/delete", { params: { id: doomed! } });
  assert.deepEqual(tables(), []);
  assert.deepEqual(await listed(h, {}), [2]);
});

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? new TextDecoder("latin1").decode(value) : String(value);

Deno.test("approvals: a number names the newest of its run to read, and none to decide", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  const [id] = await queued(h, repository.root, 'create a.md with "x"');
  const { waitingFor } = await h.settled(id!);
  assert.equal((await h.json("GET", "/approvals/1")).body.id, waitingFor!.id);
  const decision = {
    actorType: "human",
    reviewedEvidence: true,
    reviewedHashes: true,
    reviewedPolicyClass: true,
  };
  assert.equal((await h.json("POST", "/approvals/1/approve", decision)).status, 404);
  assert.equal((await h.json("POST", `/approvals/${waitingFor!.id}/approve`, decision, AGENT)).status, 403);
});

Deno.test("a run that came back from a pause is listed as it is", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  const [id] = await queued(h, repository.root, "one");
  const params = { id: id! };
  await h.operator("POST /runs/:id/pause", { params });
  assert.deepEqual(await listed(h, { status: "paused" }), [1]);
  await h.operator("POST /runs/:id/resume", { params });
  assert.deepEqual(await listed(h, { status: "queued" }), [1]);
  const ctx = contextFor(h.service, "system");
  record(ctx, runStream, id!, [{ type: "run.started", data: { holder: "x" } }], { runId: id! });
  await ctx.settled();
  assert.deepEqual(await listed(h, { status: "running" }), [1]);
});
