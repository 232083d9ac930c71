import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { accessTokenOf } from "../../services/accounts/oauth/access_token.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary.ts";
import { configure, connected, linked } from "./oauth_world.ts";
import { CLIENT } from "./oidc_server.ts";

const USE = { call: "test.read", host: "api.example.org" };
const HOUR = 3_600_000;

/** An account whose service has a clock that the test moves. */
async function onClock(options: Parameters<typeof linked>[0] = {}) {
  const time = { now: Date.now() };
  const world = await linked({ ...options, harness: { now: () => new Date(time.now), ...options.harness } });
  const { clock } = world.h.composition;
  return Object.assign(world, {
    time,
    runClock: async () => {
      await clock.runOnce();
      await clock.idle();
    },
    refresh: (body: Record<string, unknown> = { force: true }) =>
      world.h.operator("POST /oauth/accounts/:id/refresh", { params: { id: world.account.id }, body }),
    token: () => accessTokenOf(contextFor(world.h.service, "system"), world.account.id, USE),
  });
}

const refreshes = (grants: readonly string[]) => grants.filter((grant) => grant === "refresh_token").length;

Deno.test("50 callers at once make one request, by the API and by whoever needs the token; all get the new one", async () => {
  await using world = await onClock();
  const { server, refresh, token, time } = world;
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh()));
  assert.equal(refreshes(server.grants), 1);
  assert.deepEqual(
    new Set(answers.map(({ accessToken, status }) => `${status} ${accessToken.version}`)),
    new Set(["connected 2"]),
  );

  time.now += HOUR;
  const tokens = await Promise.all(Array.from({ length: 50 }, () => token()));
  assert.equal(refreshes(server.grants), 2);
  assert.equal(new Set(tokens).size, 1);
  assert.equal(await server.isActive(tokens[0]!), true);
  assert.deepEqual(server.grants.filter((grant) => grant.endsWith("refused")), []);
  assert.deepEqual(world.h.rebuildDifferences(), []);
});

Deno.test("what is not due is not refreshed, unless it is forced; the clock refreshes ahead of the end by itself", async () => {
  await using world = await onClock();
  const { server, refresh, time, runClock, show } = world;
  const before = await refresh({});
  assert.deepEqual([before.accessToken.version, refreshes(server.grants)], [1, 0]);
  const due = Date.parse(before.nextRefreshAt!);
  const end = Date.parse(before.accessToken.expiresAt!);
  assert.ok(end - due > 4 * 60_000 && end - due < 7 * 60_000, `${(end - due) / 1000} s before its end`);
  time.now = due - 1000;
  await runClock();
  assert.equal(refreshes(server.grants), 0);
  time.now = due;
  assert.equal((await show()).status, "expiring");
  await runClock();
  assert.equal(refreshes(server.grants), 1);
  const after = await show();
  assert.deepEqual([after.status, after.accessToken.version, after.refreshToken.rotates], [
    "connected",
    2,
    true,
  ]);
});

Deno.test("a refresh is on record before it is asked for, and its tokens are on disk before anybody gets them", async () => {
  await using world = await onClock();
  const { h, server, account, refresh } = world;
  const seen: string[] = [];
  server.before = (request) => {
    if (request.url !== "/token") return;
    // Another connection sees what is on disk.
    const events = h.store.events.after(0, 1000).map(({ type }) => type);
    seen.push(events.filter((type) => type.startsWith("oauth_account")).join(" "));
  };
  const events = await h.eventsOf(() => refresh());
  assert.deepEqual(seen, ["oauth_account.connected oauth_account.refresh_started"]);
  const types = events.map(({ type }) => type);
  assert.equal(types.indexOf("oauth_account.refresh_started"), 0);
  assert.ok(types.indexOf("oauth_account.refreshed") > types.lastIndexOf("secret.set"), types.join(" "));
  assert.equal(account.id.startsWith("account_"), true);
});

Deno.test("a refresh that fails for a while is tried again at longer intervals, and mends itself", async () => {
  await using world = await onClock();
  const { h, server, time, refresh, runClock, show } = world;
  let status = 503;
  server.before = (request, response) => {
    if (request.url === "/token" && status !== 200) response.writeHead(status).end();
  };
  const first = await refresh();
  assert.deepEqual([first.status, first.lastRefresh?.errorCode, first.consecutiveFailures], [
    "degraded",
    "status_503",
    1,
  ]);
  const waits: number[] = [];
  for (status of [503, 429, 408, 500]) {
    const { nextRefreshAt } = await show();
    waits.push((Date.parse(nextRefreshAt!) - time.now) / 1000);
    time.now = Date.parse(nextRefreshAt!);
    await runClock();
  }
  assert.deepEqual(waits, [30, 120, 600, 3600]);
  status = 200;
  time.now = Date.parse((await show()).nextRefreshAt!);
  await runClock();
  const mended = await show();
  assert.deepEqual([mended.status, mended.consecutiveFailures], ["connected", 0]);
  const inbox = await h.operator("GET /notifications");
  assert.deepEqual(inbox.items.filter(({ title }) => title.includes("account")), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a refresh that fails for three days needs a human; Retry-After is kept to", async () => {
  await using world = await onClock();
  const { server, time, refresh, runClock, show } = world;
  server.before = (request, response) => {
    if (request.url === "/token") response.writeHead(503, { "retry-after": "7200" }).end();
  };
  await refresh();
  assert.equal(Date.parse((await show()).nextRefreshAt!) - time.now, 2 * HOUR);
  assert.equal((await show()).forecast.confidence, "estimated");
  time.now += 73 * HOUR;
  await runClock();
  const dead = await show();
  assert.deepEqual([dead.status, dead.nextRefreshAt], ["reauth_required", null]);
});

Deno.test("Retry-After is kept to as a date as well, by this service's clock, and one in the past changes nothing", async () => {
  await using world = await onClock();
  const { server, time, refresh, show } = world;
  time.now = Math.floor(time.now / 1000) * 1000;
  let asked = 2 * HOUR;
  server.before = (request, response) => {
    if (request.url !== "/token") return;
    response.writeHead(429, { "retry-after": new Date(time.now + asked).toUTCString() }).end();
  };
  await refresh();
  assert.equal(Date.parse((await show()).nextRefreshAt!) - time.now, 2 * HOUR);
  asked = -HOUR;
  await refresh();
  assert.equal(Date.parse((await show()).nextRefreshAt!) - time.now, 120_000);
});

Deno.test("a grant that has ended needs a human at once; connecting again mends the same account, and its notice goes", async () => {
  await using world = await onClock({ server: { refreshSeconds: 3 * 86_400 } });
  const { h, server, account, refresh, show, time } = world;
  server.before = (request, response) => {
    if (request.url !== "/token") return;
    response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
  };
  time.now += 2 * 86_400_000;
  const ended = await refresh();
  assert.deepEqual([ended.status, ended.statusReason], ["reauth_required", "invalid_grant"]);
  assert.equal(ended.forecast.needsHumanBy, new Date(time.now).toISOString());
  await assert.rejects(world.token(), /must be reconnected/);
  const open = () =>
    h.operator("GET /notifications").then(({ items }) =>
      items.filter(({ open }) => open).map(({ title }) => title)
    );
  assert.deepEqual(await open(), ["An account must be reconnected"]);
  time.now = Date.now();
  server.before = () => {};
  const again = await connected(h, server, { accountId: account.id });
  assert.deepEqual([again.id, again.status], [account.id, "connected"]);
  assert.deepEqual(await open(), []);
  // What was learnt: how long a refresh token of this connector lasts.
  const { refreshToken, forecast } = await show();
  assert.deepEqual([refreshToken.expirySource, forecast.confidence], ["observed", "estimated"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("tokens that were sent and could not be verified are lost: the account says so, not that its grant ended", async () => {
  await using world = await onClock();
  const { server, refresh, show } = world;
  server.before = (request, response) => {
    if (request.url === "/jwks") response.writeHead(429, { "retry-after": "7200" }).end();
  };
  assert.equal((await refresh()).status, "degraded");
  server.before = () => {};
  const lost = await refresh();
  assert.deepEqual([lost.status, lost.statusReason], ["reauth_required", "rotation_lost"]);
  assert.equal(
    (await show()).refreshToken.expirySource,
    "unknown",
    "how long one lasts is not learnt from it",
  );
});

Deno.test("the forecast warns a week, a day and an hour ahead, once each, and goes when the account is connected again", async () => {
  const app = { refreshTokenLifetimeSeconds: 30 * 86_400 };
  await using world = await onClock({ server: { withoutRotation: true, refreshSeconds: 60 * 86_400 }, app });
  const { h, account, server, time, runClock, show } = world;
  const { forecast, refreshToken } = await show();
  assert.deepEqual([forecast.confidence, refreshToken.expirySource], ["known", "configured"]);
  const by = Date.parse(forecast.needsHumanBy!);
  const warnings = async (before: number) => {
    time.now = by - before;
    await runClock();
    await runClock();
    const { items } = await h.operator("GET /notifications");
    return items.filter(({ title, open }) => open && title.startsWith("Reconnect by")).length;
  };
  const DAY = 24 * HOUR;
  assert.equal(await warnings(8 * DAY), 0);
  for (
    const [left, count] of [[7 * DAY, 1], [2 * DAY, 1], [DAY, 2], [2 * HOUR, 2], [HOUR, 3], [HOUR / 2, 3]]
  ) {
    assert.equal(await warnings(left!), count, `${left! / HOUR} hours ahead`);
  }
  await connected(h, server, { accountId: account.id });
  const { items } = await h.operator("GET /notifications");
  assert.deepEqual(items.filter(({ title, open }) => open && title.startsWith("Reconnect by")), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("without a refresh token a human is needed when the access ends", async () => {
  await using world = await onClock({ server: { withoutRefresh: true } });
  const { account, refresh } = world;
  assert.equal(account.refreshToken.present, false);
  assert.deepEqual(account.forecast, {
    needsHumanBy: account.accessToken.expiresAt,
    reason: "The server sent no refresh token.",
    confidence: "known",
  });
  await assert.rejects(refresh(), /no refresh token/);
});

Deno.test("the access goes to the hosts of its app alone, and each use leaves a receipt", async () => {
  await using world = await onClock();
  const { h, account, token, show } = world;
  await token();
  const ctx = contextFor(h.service, "system");
  await assert.rejects(accessTokenOf(ctx, account.id, { ...USE, host: "evil.example.net" }), /may not send/);
  await configure(world.h, world.server, { status: "disabled" });
  await assert.rejects(accessTokenOf(ctx, account.id, USE), /is disabled/);
  const { usedBy, receipts } = await show();
  assert.deepEqual(usedBy.map(({ call, host, uses }) => [call, host, uses]), [[
    "test.read",
    "api.example.org",
    1,
  ]]);
  assert.equal(receipts.items[0]!.call, "test.read");
});

Deno.test("a clock that is set back by months does not keep an account from being refreshed", async () => {
  await using world = await onClock();
  const { server, refresh, time, runClock, show } = world;
  const answer = async (status: number) => {
    server.before = (request, response) => {
      if (request.url === "/token" && status !== 200) response.writeHead(status).end();
    };
    await runClock();
  };
  time.now -= 100 * 24 * HOUR;
  await answer(503);
  assert.deepEqual([(await show()).status, Date.parse((await show()).nextRefreshAt!) - time.now], [
    "degraded",
    30_000,
  ]);
  await answer(200);
  assert.equal((await show()).status, "degraded", "the wait has begun");
  time.now += 30_000;
  await answer(200);
  assert.equal((await show()).status, "connected");
  const { length } = server.grants;
  await answer(200);
  assert.equal(server.grants.length, length, "it is not due again");
  assert.equal((await refresh()).status, "connected");
});

Deno.test("an account that is connected again while a refresh reads the client's secret keeps its new grant", async () => {
  const directory = temporaryDirectory();
  await using world = await onClock();
  const { h, server, refresh } = world;
  const wait = `mkdir ${directory}/held && until test -e ${directory}/go; do sleep 0.02; done`;
  Deno.writeTextFileSync(join(directory, "secret"), CLIENT.clientSecret);
  const { id: clientSecretId } = await h.operator("POST /secrets", {
    body: {
      name: "slow",
      kind: "client-secret",
      storageClass: "command",
      reference: `sh -c '{ ${wait}; } 2>/dev/null; cat ${directory}/secret'`,
    },
  });
  await configure(h, server, { clientSecret: undefined, clientSecretId });
  const held = untilExists(join(directory, "held"));
  const first = refresh();
  await held;
  await connected(h, server);
  Deno.writeTextFileSync(join(directory, "go"), "");
  await first;
  assert.equal(refreshes(server.grants), 0, "the new refresh token was not spent for the former grant");
  assert.equal((await refresh()).status, "connected");
});

/** Resolves once something is there. */
async function untilExists(path: string): Promise<void> {
  const watched = Deno.watchFs(join(path, ".."));
  if (existsSync(path)) return watched.close();
  for await (const { paths } of watched) if (paths.includes(path)) return;
}
