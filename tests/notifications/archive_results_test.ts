import assert from "node:assert/strict";
import { AGENT, type Harness, harness } from "../harness.ts";
import { completions } from "./completions.ts";
import { failures } from "./failures.ts";

const resultsOf = async (h: Harness, scope: "mine" | "all") =>
  (await h.operator("GET /notifications/results", { query: { scope } })).items
    .map(({ repository, count, unread }) => [repository, count, unread]);

Deno.test("the results of one repository are archived with one event; other notifications stay where they are", async () => {
  await using h = await harness();
  await completions(h, "/r1", 3);
  await completions(h, "/r2", 1);
  await failures(h, 1);
  const [newest] = (await h.operator("GET /notifications", { query: { resultsOf: "/r1" } })).items;
  await h.operator("POST /notifications/:id/read", { params: { id: newest!.id } });
  const body = { repoPath: "/r1", scope: "all" } as const;
  const events = await h.eventsOf(async () => {
    assert.deepEqual(await h.operator("POST /notifications/archive-results", { body }), {
      repository: "/r1",
      archived: 3,
    });
    assert.deepEqual(await h.operator("POST /notifications/archive-results", { body }), {
      repository: "/r1",
      archived: 0,
    });
  });
  assert.deepEqual(events.map(({ type }) => type), ["notification.results_archived"]);
  assert.deepEqual(await resultsOf(h, "all"), [["/r2", 1, 1]]);
  const { archivedCount, unreadCount } = await h.operator("GET /notifications");
  assert.deepEqual([archivedCount, unreadCount], [3, 2]);
  await completions(h, "/r1", 1);
  assert.deepEqual(await resultsOf(h, "all"), [["/r1", 1, 1], ["/r2", 1, 1]], "what comes later is shown");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("mine archives what is mine alone; an agent may archive nothing", async () => {
  await using h = await harness();
  await completions(h, "/r1", 2);
  const body = { repoPath: "/r1" };
  assert.equal((await h.operator("POST /notifications/archive-results", { body })).archived, 0);
  assert.deepEqual(await resultsOf(h, "all"), [["/r1", 2, 2]]);
  assert.equal((await h.json("POST", "/notifications/archive-results", body, AGENT)).status, 403);
  assert.equal((await h.json("POST", "/notifications/archive-results", { repoPath: 1 })).status, 400);
  assert.deepEqual(await resultsOf(h, "all"), [["/r1", 2, 2]]);
});

Deno.test("a page far down the inbox holds what stands there, for each filter", async () => {
  await using h = await harness();
  await completions(h, "/r1", 900);
  await failures(h, 700);
  await h.operator("POST /notifications/read-all");
  await completions(h, "/r2", 400);
  for (const query of [{}, { category: "output" }, { status: "read" }, { status: "unread" }] as const) {
    const pages = await Promise.all(
      [0, 1000].map((offset) =>
        h.operator("GET /notifications", { query: { ...query, limit: 1000, offset } })
      ),
    );
    const all = pages.flatMap(({ items }) => items.map(({ id }) => id));
    for (const offset of [499, 501, 700, 1200, 1999, 3000]) {
      const { items } = await h.operator("GET /notifications", { query: { ...query, limit: 5, offset } });
      const shown = items.map(({ id }) => id);
      assert.deepEqual(shown, all.slice(offset, offset + 5), JSON.stringify({ query, offset }));
    }
  }
});
