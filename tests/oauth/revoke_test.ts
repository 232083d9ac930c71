import assert from "node:assert/strict";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { useSecret } from "../../services/accounts/secrets/use.ts";
import { oauthAccountStream } from "../../store/oauth/account_stream.ts";
import { connected, linked } from "./oauth_world.ts";
import { CLIENT } from "./oidc_server.ts";

const secretsOf = async ({ h }: Awaited<ReturnType<typeof linked>>) =>
  (await h.operator("GET /secrets")).filter(({ kind }) => kind === "oauth-token").map(({ materialStatus }) =>
    materialStatus
  );

Deno.test("a revocation ends the access here and at the server, with a receipt; the tokens are gone; twice is the same", async () => {
  await using world = await linked();
  const { h, server, account } = world;
  const access = await useSecret(contextFor(h.service, "system"), { id: account.accessToken.secretId }, {
    call: "test",
    host: "api.example.org",
  });
  assert.equal(await server.isActive(access), true);
  const revoke = () =>
    h.operator("POST /oauth/accounts/:id/revoke", {
      params: { id: account.id },
      body: { reason: "no longer used" },
    });
  const revoked = await revoke();
  assert.deepEqual([revoked.status, revoked.statusReason, revoked.remoteRevocation?.outcome], [
    "revoked",
    "no longer used",
    "confirmed",
  ]);
  assert.equal(await server.isActive(access), false);
  assert.deepEqual(await secretsOf(world), ["removed", "removed"]);
  assert.ok(revoked.receipts.items.some(({ call }) => call === "oauth.revoke"));
  const events = await h.eventsOf(async () => assert.deepEqual(await revoke(), revoked));
  assert.deepEqual(events, []);
  assert.equal((await h.json("POST", `/oauth/accounts/${account.id}/refresh`, { force: true })).status, 400);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a server that does not confirm is told again each hour for a day; until then the tokens stay sealed, unusable", async () => {
  const time = { now: Date.now() };
  await using world = await linked({ harness: { now: () => new Date(time.now) } });
  const { h, server, account, show } = world;
  let tries = 0;
  server.before = (request, response) => {
    if (!request.url!.includes("revocation")) return;
    tries++;
    response.writeHead(500).end();
  };
  const failed = await h.operator("POST /oauth/accounts/:id/revoke", {
    params: { id: account.id },
    body: {},
  });
  assert.deepEqual([failed.status, failed.remoteRevocation?.outcome], ["revoked", "failed"]);
  assert.deepEqual(await secretsOf(world), ["present", "present"]);
  const { clock } = h.composition;
  for (let hours = 1; hours <= 30; hours++) {
    time.now += 3_600_000;
    await clock.runOnce();
    await clock.idle();
  }
  assert.ok(tries >= 24 && tries <= 26, `${tries} tries`);
  assert.deepEqual(await secretsOf(world), ["removed", "removed"]);
  assert.equal((await show()).remoteRevocation?.outcome, "failed");
});

Deno.test("a server that calls a token invalid which ended with the one before it has confirmed that", async () => {
  await using world = await linked();
  const { h, server, account } = world;
  let asked = 0;
  server.before = (request, response) => {
    if (!request.url!.includes("revocation") || ++asked === 1) return;
    response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_token"}');
  };
  const { status, remoteRevocation } = await h.operator("POST /oauth/accounts/:id/revoke", {
    params: { id: account.id },
    body: {},
  });
  assert.deepEqual([asked, status, remoteRevocation?.outcome], [2, "revoked", "confirmed"]);
  assert.deepEqual(await secretsOf(world), ["removed", "removed"]);
});

Deno.test("a server without revocation: the access ends here, and the answer says where a person ends it", async () => {
  await using world = await linked();
  const { h, server, account } = world;
  await h.operator("POST /oauth/apps/:connectorId", {
    params: { connectorId: "example" },
    body: {
      ...CLIENT,
      authorizationEndpoint: `${server.issuer}/auth`,
      tokenEndpoint: `${server.issuer}/token`,
      scopes: ["openid", "email"],
    },
  });
  const revoked = await h.operator("POST /oauth/accounts/:id/revoke", {
    params: { id: account.id },
    body: {},
  });
  assert.equal(revoked.remoteRevocation?.outcome, "unsupported");
  assert.match(revoked.remoteRevocation!.detail!, /account's own settings/);
  assert.deepEqual(await secretsOf(world), ["removed", "removed"]);
});

Deno.test("the clock and whoever revokes tell the server once between them, and the receipt says what it answered", async () => {
  await using world = await linked();
  const { h, server, account, show } = world;
  const { clock } = h.composition;
  let asked = 0;
  server.before = async (request) => {
    if (request.url!.includes("revocation") && ++asked === 1) await clock.runOnce();
  };
  await h.operator("POST /oauth/accounts/:id/revoke", { params: { id: account.id }, body: {} });
  await clock.idle();
  assert.equal(asked, 2, "one request for each token");
  assert.equal((await show()).remoteRevocation?.outcome, "confirmed");
  assert.deepEqual(await secretsOf(world), ["removed", "removed"]);
});

Deno.test("an account that is connected again while its former access is being revoked stays connected", async () => {
  await using world = await linked();
  const { h, server, account, show } = world;
  const ctx = contextFor(h.service, "system");
  await h.store.commit(() =>
    record(ctx, oauthAccountStream, account.id, [{
      type: "oauth_account.quarantined",
      data: { extraScopes: ["transfer"] },
    }])
  );
  let again: ReturnType<typeof connected> | null = null;
  server.before = async (request) => {
    if (request.url!.includes("revocation")) {
      await (again ??= connected(h, server, { accountId: account.id }));
    }
  };
  await h.composition.clock.runOnce();
  await h.composition.clock.idle();
  const { status, accessToken, remoteRevocation } = await show();
  assert.deepEqual([(await again!).id, status, remoteRevocation], [account.id, "connected", null]);
  assert.deepEqual(await secretsOf(world), ["present", "present"]);
  const use = { call: "test", host: "api.example.org" };
  assert.equal(await server.isActive(await useSecret(ctx, { id: accessToken.secretId }, use)), true);
});
