import assert from "node:assert/strict";
import { linkItem, onProvider } from "../financelink/financelink_world.ts";
import type { Harness } from "../harness.ts";
import { connected, linked } from "../oauth/oauth_world.ts";

const DAY = 86_400_000;

/** The planner's tasks about connections: what they are called, their state, and the day. */
const tasksOf = async (h: Harness) =>
  (await h.operator("GET /planner/tasks", { query: { state: "any" } })).filter(({ tags }) =>
    tags.includes("connections")
  ).map(({ title, state, due }) => [title, state, due && "date" in due ? due.date : null]).toSorted();

const day = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);

Deno.test("a bank that is taken into the planner puts the end of its consent and a needed login there, and completes both once mended", async () => {
  await using world = await onProvider();
  const { h, provider, time, runClock } = world;
  const ends = time.now + 30 * DAY;
  provider.consentExpiresAt = new Date(ends).toISOString();
  const { body: { accounts: [account], item } } = await linkItem(h, provider);
  await runClock();
  assert.deepEqual(await tasksOf(h), [], "nobody asked for it");
  const include = (includeInPlanner: boolean) =>
    h.operator("POST /financelink/accounts/:id/settings", {
      params: { id: account.id },
      body: { includeInPlanner },
    });
  await include(true);
  await runClock();
  const consent = ["Renew the consent at First Bank", "open", day(ends)];
  assert.deepEqual(await tasksOf(h), [consent]);
  assert.deepEqual(await h.eventsOf(runClock), [], "and once alone");

  provider.loginRequired = true;
  time.now += DAY;
  const asked = time.now;
  await runClock();
  await runClock();
  const login = (state: string, on: number | null) => ["Sign in again at First Bank", state, on && day(on)];
  assert.deepEqual(await tasksOf(h), [consent, login("open", asked)]);
  time.now += DAY;
  await runClock();
  await runClock();
  assert.deepEqual(await tasksOf(h), [consent, login("open", asked)], "it is needed since that day");

  provider.loginRequired = false;
  provider.consentExpiresAt = new Date(ends + 90 * DAY).toISOString();
  time.now += DAY;
  await runClock();
  await runClock();
  const renewed = ["Renew the consent at First Bank", "open", day(ends + 90 * DAY)];
  assert.deepEqual(await tasksOf(h), [renewed, login("done", null)]);

  await include(false);
  await runClock();
  assert.deepEqual(await tasksOf(h), [
    ["Renew the consent at First Bank", "archived", null],
    login("done", null),
  ]);
  await include(true);
  await runClock();
  assert.deepEqual((await tasksOf(h))[0], renewed);
  await h.operator("POST /financelink/items/:id/disconnect", { params: { id: item.id }, body: {} });
  await runClock();
  assert.equal((await tasksOf(h))[0]![1], "archived");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what a person did with such a task stays until its day changes", async () => {
  await using world = await onProvider();
  const { h, provider, time, runClock } = world;
  provider.consentExpiresAt = new Date(time.now + 30 * DAY).toISOString();
  const { body: { accounts: [account] } } = await linkItem(h, provider);
  await h.operator("POST /financelink/accounts/:id/settings", {
    params: { id: account.id },
    body: { includeInPlanner: true },
  });
  await runClock();
  const [task] = await h.operator("GET /planner/tasks", {});
  await h.operator("POST /planner/tasks/:id/toggle", { params: { id: task!.id }, body: {} });
  time.now += DAY;
  await runClock();
  await runClock();
  assert.deepEqual((await tasksOf(h)).map(([, state]) => state), ["done"]);
  provider.consentExpiresAt = new Date(time.now + 60 * DAY).toISOString();
  time.now += DAY;
  await runClock();
  await runClock();
  assert.deepEqual((await tasksOf(h)).map(([, state]) => state), ["open"]);
});

Deno.test("an account that a source of the planner uses is there when it must be connected again, and no other account", async () => {
  const time = { now: Date.now() };
  await using world = await linked({ harness: { now: () => new Date(time.now) } });
  const { h, server, account } = world;
  const runClock = async () => {
    await h.composition.clock.runOnce();
    await h.composition.clock.idle();
  };
  server.before = (request, response) => {
    if (request.url !== "/token") return;
    response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
  };
  await h.operator("POST /oauth/accounts/:id/refresh", { params: { id: account.id }, body: { force: true } });
  await runClock();
  assert.deepEqual(await tasksOf(h), [], "nothing in the planner uses it");
  await h.operator("POST /planner/settings", {
    body: {
      sources: [{ id: "google", kind: "google", accountId: account.id, url: "https://api.example.org/" }],
      refreshIntervalMinutes: 0,
    },
  });
  await runClock();
  assert.deepEqual(await tasksOf(h), [["Reconnect Ada Example", "open", day(time.now)]]);
  server.before = () => {};
  await connected(h, server, { accountId: account.id });
  await runClock();
  assert.deepEqual(await tasksOf(h), [["Reconnect Ada Example", "done", null]]);
  assert.deepEqual(h.rebuildDifferences(), []);
});
