import assert from "node:assert/strict";
import { Harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { calendar, event } from "./planner_world.ts";

/** A server of calendars that answers once it is told to. */
function slowFeeds() {
  const answer = Promise.withResolvers<void>();
  const asked: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async ({ url }) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    await answer.promise;
    return new Response(calendar([event({ uid: pathname })]), {
      headers: { "content-type": "text/calendar" },
    });
  });
  const host = `127.0.0.1:${server.addr.port}`;
  const feed = (id: string) => ({
    id,
    kind: "ics_url" as const,
    url: `http://${host}/${id}`,
    privateHost: host,
  });
  return { answer, asked, feed, [Symbol.asyncDispose]: () => server.shutdown() };
}

Deno.test("a full refresh of a source that is being read is queued, and a second one joins it", async () => {
  await using feeds = slowFeeds();
  await using h = await Harness.open({}, temporaryDirectory());
  await h.operator("POST /planner/settings", { body: { sources: [feeds.feed("web")] } });
  const begin = (body: object) => h.json("POST", "/planner/refresh", { wait: false, ...body });
  const { body: [first] } = await begin({});
  assert.equal(first.status, "running");
  const { status, body: [second] } = await begin({ full: true });
  assert.deepEqual([status, second.status, second.mode, second.startedAt], [201, "queued", "full", null]);
  assert.notEqual(second.id, first.id);
  const again = await begin({ full: true });
  assert.deepEqual([again.status, again.body[0].id], [200, second.id]);
  const list = (query: Record<string, string>) => h.operator("GET /planner/refreshes", { query });
  assert.deepEqual((await list({ status: "queued" })).map(({ id }) => id), [second.id]);
  assert.deepEqual((await list({ status: "running" })).map(({ id }) => id), [first.id]);
  feeds.answer.resolve();
  const [ended] = await h.operator("POST /planner/refresh", { body: {} });
  assert.deepEqual([ended!.id, ended!.status], [second.id, "completed"]);
  assert.deepEqual((await list({})).map(({ id, status }) => [id, status]), [
    [second.id, "completed"],
    [first.id, "completed"],
  ]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("four sources are read at once: the fifth is queued until one of them has ended", async () => {
  await using feeds = slowFeeds();
  await using h = await Harness.open({}, temporaryDirectory());
  const ids = ["a", "b", "c", "d", "e"];
  await h.operator("POST /planner/settings", { body: { sources: ids.map(feeds.feed) } });
  const rows = await h.operator("POST /planner/refresh", { body: { wait: false } });
  assert.deepEqual(rows.map(({ source, status }) => [source, status]), [
    ["a", "running"],
    ["b", "running"],
    ["c", "running"],
    ["d", "running"],
    ["e", "queued"],
  ]);
  assert.equal(feeds.asked.includes("/e"), false);
  feeds.answer.resolve();
  const ended = await h.operator("POST /planner/refresh", { body: { sources: ["e"] } });
  assert.deepEqual(ended.map(({ id, status }) => [id, status]), [[rows[4]!.id, "completed"]]);
});

Deno.test("a refresh that was queued when the service stopped has failed, and is repeated", async () => {
  await using feeds = slowFeeds();
  const directory = temporaryDirectory();
  const before = await Harness.open({}, directory);
  const body = { refreshIntervalMinutes: 15, sources: [feeds.feed("web")] };
  await before.operator("POST /planner/settings", { body });
  await before.operator("POST /planner/refresh", { body: { wait: false } });
  const [queued] = await before.operator("POST /planner/refresh", { body: { wait: false, full: true } });
  assert.equal(queued!.status, "queued");
  await before.close();
  await using h = await Harness.open({}, directory);
  const row = (await h.operator("GET /planner/refreshes", { query: {} })).find(({ id }) =>
    id === queued!.id
  )!;
  assert.deepEqual([row.status, row.startedAt, row.errors[0]!.reason], [
    "failed",
    null,
    "The service stopped during this refresh. It is repeated automatically.",
  ]);
  const [status] = await h.operator("GET /planner/sources/status");
  assert.ok(status!.nextRefreshAt !== null);
  feeds.answer.resolve();
  assert.deepEqual(h.rebuildDifferences(), []);
});
