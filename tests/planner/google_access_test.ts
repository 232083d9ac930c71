import assert from "node:assert/strict";
import { connected } from "../oauth/oauth_world.ts";
import { problem } from "./google_server.ts";
import { refresh } from "./planner_world.ts";
import { onGoogle, WEEKLY } from "./google_world.ts";

Deno.test("an access that the server revoked early is refreshed once; without consent, the source waits until a person reconnects", async () => {
  await using world = await onGoogle();
  const { h, google, server, account, time } = world;
  google.put("ada@example.org", WEEKLY);
  let refusals = 1;
  google.before = () => refusals-- > 0 ? problem(401, "authError") : undefined;
  assert.equal((await refresh(h)).status, "completed");
  assert.deepEqual(server.grants, ["authorization_code", "refresh_token"]);

  server.before = (request, response) => {
    if (request.url !== "/token") return;
    response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
  };
  await h.operator("POST /oauth/accounts/:id/refresh", { params: { id: account.id }, body: { force: true } });
  const run = await refresh(h);
  assert.equal(run.status, "failed");
  assert.match(run.errors[0]!.reason, /must be reconnected \(invalid_grant\)/);
  const waiting = await world.status();
  assert.deepEqual([waiting.state, waiting.nextRefreshAt, waiting.artifacts], ["auth_required", null, 1]);
  const { bySource } = await h.operator("GET /planner/refresh/pending", { query: {} });
  assert.equal(bySource.find(({ id }) => id === waiting.id)!.staleSince, waiting.lastSuccessAt);

  server.before = () => {};
  time.now += 1000;
  await connected(h, server, { accountId: account.id });
  assert.notEqual((await world.status()).nextRefreshAt, null);
  await h.composition.clock.runOnce();
  await h.composition.clock.idle();
  assert.equal((await world.status()).state, "ok");
});

Deno.test("a source is read again once the refresh of its account, which needed other settings, succeeds", async () => {
  await using world = await onGoogle();
  const { h, google, server, account, time } = world;
  google.put("ada@example.org", WEEKLY);
  const renew = () =>
    h.operator("POST /oauth/accounts/:id/refresh", { params: { id: account.id }, body: { force: true } });
  server.before = (request, response) => {
    if (request.url !== "/token") return;
    response.writeHead(401, { "content-type": "application/json" }).end('{"error":"invalid_client"}');
  };
  assert.equal((await renew()).status, "reauth_required");
  assert.equal((await refresh(h)).status, "failed");
  assert.deepEqual([(await world.status()).state, (await world.status()).nextRefreshAt], [
    "auth_required",
    null,
  ]);

  server.before = () => {};
  time.now += 1000;
  assert.equal((await renew()).status, "connected");
  await h.composition.clock.runOnce();
  await h.composition.clock.idle();
  assert.deepEqual([(await world.status()).state, (await world.status()).artifacts], ["ok", 1]);

  google.before = () => problem(403, "insufficientPermissions");
  time.now += 1000;
  assert.equal((await refresh(h)).status, "failed");
  time.now += 1000;
  assert.equal((await renew()).status, "connected");
  assert.equal((await world.status()).nextRefreshAt, null, "another refresh is not a new consent");
});

Deno.test("faults that need a person differ from temporary ones, and name the server's reason without its text", async () => {
  await using world = await onGoogle();
  const { h, google } = world;
  const CASES = [
    [403, "insufficientPermissions", "auth_required", /403, insufficientPermissions.*calendar\.readonly/],
    [403, "accessNotConfigured", "auth_required", /Enable the Calendar API/],
    [403, "rateLimitExceeded", "error", /403 \(rateLimitExceeded\)/],
    [429, "rateLimitExceeded", "error", /429/],
    [500, "backendError", "error", /500 \(backendError\)/],
    [401, "authError", "auth_required", /401/],
  ] as const;
  for (const [status, reason, state, sentence] of CASES) {
    google.before = () => problem(status, reason);
    const run = await refresh(h);
    assert.equal(run.status, "failed");
    assert.match(run.errors[0]!.reason, sentence);
    assert.ok(!run.errors[0]!.reason.includes("words of"), "not the server's words");
    assert.equal((await world.status()).state, state, reason);
    await h.composition.clock.runOnce();
    await h.composition.clock.idle();
  }
  google.before = () => new Response("<html>", { status: 200 });
  assert.equal((await refresh(h)).status, "failed");
  google.before = () => undefined;
  assert.equal((await refresh(h)).status, "completed", "the control");
});

Deno.test("the account's access is sent only to hosts that its app allows", async () => {
  await using world = await onGoogle();
  const { h, google } = world;
  await world.allow(["www.googleapis.com"]);
  const run = await refresh(h);
  assert.match(run.errors[0]!.reason, /may not send its access to 127\.0\.0\.1/);
  assert.deepEqual(google.asked, []);
  await world.allow([google.host]);
  assert.equal((await refresh(h)).status, "completed", "the control");
});

Deno.test("a source with a missing, unknown or revoked account is refused, and nothing changes", async () => {
  await using world = await onGoogle();
  const { h, account } = world;
  const set = (source: Record<string, unknown>) =>
    h.json("POST", "/planner/settings", { sources: [{ id: "other", kind: "google", ...source }] });
  const refused = async (source: Record<string, unknown>, status: number, sentence: RegExp) => {
    const events = await h.eventsOf(async () => {
      const answer = await set(source);
      assert.deepEqual([answer.status, sentence.test(answer.body.error)], [status, true], answer.body.error);
    });
    assert.deepEqual(events, []);
  };
  await refused({}, 400, /needs the accountId/);
  await refused({ accountId: "account_none" }, 404, /no account/);
  const url = "http://calendar.example.org";
  await refused({ accountId: account.id, url }, 400, /over http/);
  await refused(
    { accountId: account.id, url, privateHost: "192.168.1.10:80" },
    400,
    /calendar\.example\.org:80/,
  );
  await h.operator("POST /oauth/accounts/:id/revoke", { params: { id: account.id }, body: {} });
  await refused({ accountId: account.id }, 400, /is revoked/);
});
