import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { useSecret } from "../../services/accounts/secrets/use.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { answered, configure, connected, linked, SCOPES } from "./oauth_world.ts";
import { CLIENT, OidcServer, REDIRECT } from "./oidc_server.ts";

Deno.test("an account is connected with PKCE, state and nonce; the app, the account and the log hold no token", async () => {
  await using world = await linked();
  const { h, server, account } = world;
  assert.equal(account.status, "connected");
  assert.deepEqual(account.subject, { label: "Ada Example", emailMasked: "a…@example.org" });
  assert.deepEqual(account.grantedScopes.toSorted(), SCOPES.toSorted());
  assert.deepEqual([account.missingScopes, account.extraScopes], [[], []]);
  assert.equal(account.refreshToken.present, true);
  assert.equal(server.tokens.size, 3);
  const app = await h.operator("GET /oauth/apps/:connectorId", { params: { connectorId: "example" } });
  assert.deepEqual(
    [app.status, app.problems, app.clientSecretStatus, app.accounts, app.flows[0]!.status],
    ["ready", [], "present", { total: 1, needReauth: 0 }, "completed"],
  );
  assert.deepEqual(app.supports, {
    pkce: true,
    issParameter: true,
    revocation: true,
    introspection: true,
    refresh: true,
    device: true,
  });
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a preset is shown before it is configured, with the redirect address to register; an unknown connector is 404", async () => {
  await using h = await harness();
  const google = await h.operator("GET /oauth/apps/:connectorId", { params: { connectorId: "google" } });
  assert.deepEqual([google.status, google.redirectUris], ["not_configured", [REDIRECT]]);
  assert.equal((await h.json("GET", "/oauth/apps/nothing")).status, 404);
  assert.equal((await h.json("POST", "/oauth/apps/google/start", {})).status, 400);
  assert.equal((await h.json("POST", "/oauth/apps/nothing/start", {})).status, 404);
});

Deno.test("the authorization asks with S256, the exact redirect, a state of 256 bits and a nonce; none of it is recorded", async () => {
  await using server = await OidcServer.start();
  await using h = await harness();
  await configure(h, server);
  const first = await h.operator("POST /oauth/start", { body: { connectorId: "example", loginHint: "ada" } });
  const query = new URL(first.authorizationUrl!).searchParams;
  assert.equal(query.get("code_challenge_method"), "S256");
  assert.equal(query.get("redirect_uri"), REDIRECT);
  assert.equal(query.get("response_type"), "code");
  assert.equal(query.get("login_hint"), "ada");
  assert.equal(query.get("state")!.length, 43);
  assert.notEqual(query.get("nonce"), query.get("state"));
  const log = JSON.stringify(h.store.events.after(0, 1000));
  for (const name of ["state", "nonce", "code_challenge"]) assert.ok(!log.includes(query.get(name)!), name);
});

Deno.test("a state works once: the same answer again is refused, and nothing changes", async () => {
  await using world = await linked();
  const { h, server } = world;
  const url = await answered(h, server);
  const again = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url }),
  };
  const answers = await Promise.all([1, 2, 3].map(() => h.send("/oauth/callback", again)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400]);
  for (const answer of answers) await answer.text();
  assert.equal(server.grants.filter((grant) => grant === "authorization_code").length, 2);
  const events = await h.eventsOf(async () =>
    assert.equal((await h.json("POST", "/oauth/callback", { url })).status, 400)
  );
  assert.deepEqual(events, []);
});

Deno.test("connecting again keeps the id; another person is refused unless that was asked for", async () => {
  await using world = await linked();
  const { h, server, account, show } = world;
  const again = await connected(h, server, { accountId: account.id });
  assert.deepEqual([again.id, again.status], [account.id, "connected"]);
  assert.equal((await connected(h, server)).id, account.id, "the same person has one account");

  server.person = "eve";
  const url = await answered(h, server, { accountId: account.id });
  assert.equal((await h.json("POST", "/oauth/callback", { url })).status, 400);
  assert.equal((await show()).subject.label, "Ada Example");
  const other = await connected(h, server, { accountId: account.id, allowOtherAccount: true });
  assert.deepEqual([other.id, other.subject.label], [account.id, "Eve Example"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the device flow connects over SSH: a person types the code, and the clock asks until then", async () => {
  await using server = await OidcServer.start();
  let now = Date.now();
  await using h = await harness({ now: () => new Date(now) });
  await configure(h, server);
  const flow = await h.operator("POST /oauth/start", { body: { connectorId: "example", flow: "device" } });
  assert.match(flow.device!.userCode, /^[A-Z]{4}-[A-Z]{4}$/);
  assert.equal(flow.authorizationUrl, null);
  const { clock } = h.composition;
  const poll = async () => {
    now += flow.device!.intervalSeconds * 1000;
    const ran = await clock.runOnce();
    await clock.idle();
    return ran;
  };
  assert.ok(!(await clock.runOnce()).some((kind) => kind.startsWith("oauth")), "not before its interval");
  assert.deepEqual(await poll(), ["oauth_device"]);
  assert.deepEqual(await h.operator("GET /oauth/accounts"), []);
  await server.approveDevice(flow.device!.userCode);
  await poll();
  const [account] = await h.operator("GET /oauth/accounts");
  assert.equal(account?.status, "connected");
  assert.equal(
    (await h.operator("GET /secrets", { query: { status: "deleted" } })).length,
    1,
    "the code is removed",
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what cannot be right is refused with a sentence, and nothing is recorded", async () => {
  await using server = await OidcServer.start();
  await using h = await harness();
  const refused = async (body: Record<string, unknown>, sentence: RegExp) => {
    const events = await h.eventsOf(async () => {
      const answer = await h.json("POST", "/oauth/apps/example", {
        issuer: server.issuer,
        ...CLIENT,
        ...body,
      });
      assert.equal(answer.status, 400, answer.body.error);
      assert.match(answer.body.error, sentence);
    });
    assert.deepEqual(events, []);
  };
  await refused({ capabilityClass: "purchases" }, /^policy_blocked/);
  await refused({ capabilityClass: "trades" }, /^policy_blocked/);
  await refused({ issuer: "http://id.example.org" }, /https/);
  await refused({ redirectUri: "http://127.0.0.1:4317/other" }, /redirectUri/);
  await refused({ extraAuthorizationParameters: { state: "x" } }, /set by this service/);
  await refused({ issuer: `${server.issuer}/` }, /a different issuer/);
  const { body } = await h.json("POST", "/oauth/apps/example", { issuer: "http://127.0.0.1:1", ...CLIENT });
  assert.match(body.error, /could not be reached/);
});

Deno.test("a client secret is as short as its server made it, and no run can have one that no output could hide", async () => {
  const clientSecret = "x7";
  await using world = await linked({ server: { clientSecret }, app: { clientSecret } });
  const { h, account } = world;
  assert.equal(account.status, "connected");
  const { id } = (await h.operator("GET /secrets")).find(({ kind }) => kind === "client-secret")!;
  const ctx = contextFor(h.service, "system");
  using repository = TestRepository.make();
  const run = await h.operator("POST /runs", {
    body: { request: 'create a.txt with "x"', repoPath: repository.root },
  });
  await assert.rejects(
    useSecret(ctx, { id }, { call: "command", host: "local", runId: run.id }),
    /could not be redacted/,
  );
});
