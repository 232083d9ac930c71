import assert from "node:assert/strict";
import { join } from "node:path";
import { Harness, harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { PlainServer } from "./plain_server.ts";

const SECRET = "a-secret-of-the-client-0815";

const configure = (h: Harness, connectorId: string, body: Record<string, unknown>) =>
  h.operator("POST /oauth/apps/:connectorId", { params: { connectorId }, body: body as never });

const shownApp = (h: Harness, connectorId: string) =>
  h.operator("GET /oauth/apps/:connectorId", { params: { connectorId } });

/** Starts an authorization, and comes back to the service as the server would send the browser. */
async function comeBack(h: Harness, connectorId: string, query: Record<string, string>) {
  const started = await h.operator("POST /oauth/start", { body: { connectorId } });
  const state = new URL(started.authorizationUrl!).searchParams.get("state")!;
  const url = `${started.redirectUri}?${new URLSearchParams({ state, ...query })}`;
  return { started, answer: await h.json("POST", "/oauth/callback", { url }) };
}

Deno.test("an app is read back as it was configured: by which method, class and address, and with which secret", async () => {
  await using server = new PlainServer();
  await using h = await harness({ allowedOrigins: ["https://harness.example"] });
  const form = await configure(h, "example", {
    ...server.app,
    clientId: "one",
    clientSecret: SECRET,
    tokenEndpointAuthMethod: "client_secret_post",
    capabilityClass: "external-write",
    redirectUri: "https://harness.example/oauth/callback",
  });
  assert.deepEqual([form.clientId, form.tokenEndpointAuthMethod, form.capabilityClass, form.status], [
    "one",
    "client_secret_post",
    "external-write",
    "ready",
  ]);
  assert.equal(form.redirectUri, "https://harness.example/oauth/callback");
  assert.deepEqual(form.redirectUris, [
    "http://127.0.0.1:4317/oauth/callback",
    "https://harness.example/oauth/callback",
  ]);
  const { started } = await comeBack(h, "example", { error: "access_denied" });
  assert.deepEqual([started.connectorId, started.redirectUri], ["example", form.redirectUri]);

  const publicClient = await configure(h, "public", { ...server.app, clientId: "two" });
  assert.deepEqual(
    [publicClient.tokenEndpointAuthMethod, publicClient.clientSecretStatus, publicClient.status],
    ["none", "not_needed", "ready"],
  );
  assert.equal((await comeBack(h, "public", { error: "access_denied" })).started.connectorId, "public");
  const off = await configure(h, "public", { ...server.app, clientId: "two", status: "disabled" });
  assert.equal(off.status, "disabled");
});

Deno.test("what is left out of a later configuration of an app stays as it was, and null clears it", async () => {
  await using server = new PlainServer();
  await using h = await harness();
  const said = { provider: "shop", displayName: "Shop", scopes: ["read"], status: "disabled" };
  const app = { ...server.app, clientId: "one" };
  const first = await configure(h, "example", { ...app, ...said, clientSecret: SECRET });
  const again = await configure(h, "example", app);
  const read = ({ provider, displayName, scopes, status, clientSecretStatus }: typeof first) => [
    ...[provider, displayName, scopes, status, clientSecretStatus],
  ];
  assert.deepEqual(read(again), read(first));
  const cleared = { provider: null, displayName: null, scopes: null, status: null, clientSecret: null };
  assert.deepEqual(read(await configure(h, "example", { ...app, ...cleared })), [
    ...["example", "example", [], "ready", "not_needed"],
  ]);
});

Deno.test("an app says what keeps it from being used: a secret that is gone or cannot be read, and an address that is no longer its own", async () => {
  await using server = new PlainServer();
  const directory = temporaryDirectory();
  const h = await Harness.open({ allowedOrigins: ["https://harness.example"] }, directory);
  const app = { ...server.app, clientId: "one" };
  await configure(h, "example", { ...app, clientSecret: SECRET });
  const { id } = (await h.operator("GET /secrets")).find(({ kind }) => kind === "client-secret")!;
  await h.operator("POST /secrets/:id/delete", { params: { id } });
  const without = await shownApp(h, "example");
  assert.deepEqual([without.status, without.clientSecretStatus], ["incomplete", "removed"]);
  assert.deepEqual(without.problems.map(({ code }) => code), ["client_secret_missing"]);
  assert.match(without.problems[0]!.fix, /clientSecret/);
  const { id: told } = await h.operator("POST /secrets", {
    body: { name: "by/command", kind: "client-secret", storageClass: "command", reference: "echo x" },
  });
  const unchecked = await configure(h, "example", { ...app, clientSecretId: told });
  assert.deepEqual([unchecked.status, unchecked.clientSecretStatus], ["ready", "unchecked"]);
  await configure(h, "sealed", { ...app, clientSecret: `${SECRET}-2` });
  await configure(h, "moved", { ...app, redirectUri: "https://harness.example/oauth/callback" });
  await h.close();
  await Deno.remove(join(directory, "secrets", "master.key"));
  await using again = await Harness.open({}, directory);
  const moved = await shownApp(again, "moved");
  assert.deepEqual([moved.status, moved.problems.map(({ code }) => code)], ["incomplete", [
    "redirect_changed",
  ]]);
  assert.match(moved.problems[0]!.detail, /harness\.example/);
  const sealed = await shownApp(again, "sealed");
  assert.deepEqual([sealed.status, sealed.clientSecretStatus], ["incomplete", "unreadable"]);
});

Deno.test("authorizations are listed with how each ended, and why", async () => {
  await using server = new PlainServer();
  const time = { now: Date.now() };
  await using h = await harness({ now: () => new Date(time.now) });
  await configure(h, "example", { ...server.app, clientId: "one" });
  await comeBack(h, "example", { error: "access_denied" });
  server.token = () => ({ error: "invalid_client" });
  await comeBack(h, "example", { code: "a-code" });
  await h.operator("POST /oauth/start", { body: { connectorId: "example" } });
  const statuses = async () => (await shownApp(h, "example")).flows.map(({ status }) => status);
  assert.deepEqual(await statuses(), ["pending", "failed", "denied"]);
  time.now += 11 * 60_000;
  assert.deepEqual(await statuses(), ["expired", "failed", "denied"]);
  const [pending, failed, denied] = (await shownApp(h, "example")).flows;
  assert.equal(pending!.detail, null);
  assert.ok(failed!.detail !== null && denied!.detail !== null && failed!.detail !== denied!.detail);
});

Deno.test("a device is asked as often as its server says", async () => {
  await using server = new PlainServer();
  await using h = await harness();
  await configure(h, "example", { ...server.app, clientId: "one" });
  for (const interval of [7, 12]) {
    server.device = {
      device_code: `device-code-${crypto.randomUUID()}`,
      user_code: `CODE-${interval}`,
      verification_uri: `${server.url}/type`,
      expires_in: 600,
      interval,
    };
    const { device } = await h.operator("POST /oauth/start", {
      body: { connectorId: "example", flow: "device" },
    });
    assert.deepEqual([device!.intervalSeconds, device!.userCode], [interval, `CODE-${interval}`]);
  }
});

Deno.test("a device code that could not be hidden in outputs is refused at the start", async () => {
  await using server = new PlainServer();
  await using h = await harness();
  await configure(h, "example", { ...server.app, clientId: "one" });
  server.device = {
    device_code: "AB12",
    user_code: "CODE-1",
    verification_uri: `${server.url}/type`,
    expires_in: 600,
  };
  const answer = await h.json("POST", "/oauth/start", { connectorId: "example", flow: "device" });
  assert.equal(answer.status, 500);
  assert.match(answer.body.error, /did not send a device code: Its code is too short/);
  assert.deepEqual((await shownApp(h, "example")).flows, []);
});

Deno.test("an account says which scopes were not granted and which beyond, until when its refresh token lasts, and that it is being refreshed", async () => {
  await using server = new PlainServer();
  await using h = await harness();
  const app = { ...server.app, clientId: "one", scopes: ["read", "mail"] };
  await configure(h, "example", { ...app, capabilityClass: "external-write" });
  await configure(h, "other", { ...app, provider: "elsewhere" });
  const connect = async (connectorId: string, scope: string) => {
    server.token = () => ({ scope, refresh_token_expires_in: 7 * 86_400 });
    const { answer } = await comeBack(h, connectorId, { code: "a-code" });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  };
  const less = await connect("example", "read");
  assert.deepEqual([less.missingScopes, less.capabilityClass, less.connectorId], [
    ["mail"],
    "external-write",
    "example",
  ]);
  assert.equal(less.refreshToken.expirySource, "server");
  const other = await connect("other", "mail");
  assert.deepEqual([other.missingScopes, other.provider, other.connectorId], [
    ["read"],
    "elsewhere",
    "other",
  ]);
  for (const extra of ["transfer", "delete"]) {
    assert.deepEqual((await connect("other", `read mail ${extra}`)).extraScopes, [extra]);
  }

  let meanwhile: string | undefined;
  server.token = async () => {
    const accounts = await h.operator("GET /oauth/accounts");
    meanwhile = accounts.find(({ id }) => id === less.id)!.status;
    return { error: "invalid_grant" };
  };
  const ended = await h.operator("POST /oauth/accounts/:id/refresh", {
    params: { id: less.id },
    body: { force: true },
  });
  assert.deepEqual([meanwhile, ended.status], ["refreshing", "reauth_required"]);
  assert.deepEqual((await shownApp(h, "example")).accounts, { total: 1, needReauth: 1 });
  assert.deepEqual(h.rebuildDifferences(), []);
});
