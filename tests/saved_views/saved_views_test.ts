import assert from "node:assert/strict";
import { AGENT, harness } from "../harness.ts";

const FAILED = { page: "runs", name: "Failed", query: "status=failed&query=a+b" };

Deno.test("a view is saved under a name, replaced under the same name, listed by page, and removed", async () => {
  await using h = await harness();
  const saved = await h.eventsOf(async () => {
    const [view, ...others] = await h.operator("POST /saved-views", { body: FAILED });
    assert.deepEqual([view, others], [{ ...FAILED, path: "/dashboard/runs?status=failed&query=a+b" }, []]);
    await h.operator("POST /saved-views", { body: FAILED });
  });
  assert.deepEqual(saved.map(({ type }) => type), ["saved_view.saved"], "the same again changes nothing");
  await h.operator("POST /saved-views", { body: { ...FAILED, query: "" } });
  await h.operator("POST /saved-views", {
    body: { page: "inbox", name: "Failed", query: "category=failure" },
  });
  const all = await h.operator("GET /saved-views");
  assert.deepEqual(all.map(({ path }) => path), ["/dashboard/inbox?category=failure", "/dashboard/runs"]);
  assert.equal((await h.operator("GET /saved-views", { query: { page: "inbox" } })).length, 1);
  const removed = await h.eventsOf(() =>
    h.operator("POST /saved-views/remove", { body: { page: "runs", name: "Failed" } })
  );
  assert.deepEqual(removed.map(({ type }) => type), ["saved_view.removed"]);
  assert.deepEqual((await h.operator("GET /saved-views")).map(({ page }) => page), ["inbox"]);
  for (const name of ["One", "Two", "Three"]) {
    await h.operator("POST /saved-views", { body: { page: "runs", name, query: "" } });
  }
  for (const [name, left] of [["One", ["Three", "Two"]], ["Two", ["Three"]], ["Three", []]] as const) {
    const views = await h.operator("POST /saved-views/remove", { body: { page: "runs", name } });
    assert.deepEqual(views.map((view) => view.name).sort(), left);
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a view leads to the dashboard and nowhere else, is bounded, and the operator's alone; bad input changes nothing", async () => {
  await using h = await harness();
  const bad = [
    { page: "/runs" },
    { page: "../runs" },
    { page: "runs?x" },
    { page: "//elsewhere.example" },
    { name: " " },
    { name: "two\nlines" },
    { name: "x".repeat(81) },
    { query: "x".repeat(2001) },
    { query: '{"status":"failed"}' }, // the page would show everything
    { query: "status=failed&=1" },
    { query: "#x=1" },
  ];
  const events = await h.eventsOf(async () => {
    for (const change of bad) {
      const { status } = await h.json("POST", "/saved-views", { ...FAILED, ...change });
      assert.equal(status, 400, JSON.stringify(change));
    }
    assert.equal((await h.json("POST", "/saved-views/remove", { page: "runs", name: "none" })).status, 404);
    for (const [method, path] of [["GET", "/saved-views"], ["POST", "/saved-views"]] as const) {
      assert.equal((await h.json(method, path, method === "POST" ? FAILED : undefined, AGENT)).status, 403);
    }
  });
  assert.deepEqual(events, []);
  const query = "x=#1&y=//evil.example/?z";
  const [view] = await h.operator("POST /saved-views", { body: { ...FAILED, query } });
  assert.equal(new URL(view!.path, "http://here.example").host, "here.example");
  assert.equal(new URL(view!.path, "http://here.example").hash, "");
  const full = Array.from({ length: 199 }, (_, i) => ({ ...FAILED, name: `view ${i}` }));
  for (const body of full) await h.operator("POST /saved-views", { body });
  assert.equal((await h.json("POST", "/saved-views", { ...FAILED, name: "one more" })).status, 400);
  assert.equal((await h.json("POST", "/saved-views", { ...FAILED, query: "still" })).status, 200);
});
