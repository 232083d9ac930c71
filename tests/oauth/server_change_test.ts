import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { answered, configure, connected, SCOPES } from "./oauth_world.ts";
import { CLIENT, OidcServer } from "./oidc_server.ts";
import { PlainServer } from "./plain_server.ts";

/** What POST /oauth/apps/example answers for a server. */
type App = Record<string, unknown>;

Deno.test("the tokens of one server never go to another: a connector changes its server once its accounts are revoked", async () => {
  await using one = await OidcServer.start();
  await using two = await OidcServer.start();
  await using h = await harness();
  await configure(h, one);
  const { id } = await connected(h, one);
  const asked: (string | undefined)[] = [];
  two.before = ({ url }) => void asked.push(url);
  const move = (more: App = {}) =>
    h.json("POST", "/oauth/apps/example", { issuer: two.issuer, scopes: SCOPES, ...CLIENT, ...more });
  const refused = await move();
  assert.equal(refused.status, 400);
  assert.ok(
    refused.body.error.includes(one.issuer) && refused.body.error.includes(two.issuer),
    refused.body.error,
  );
  const { lastRefresh } = await h.operator("POST /oauth/accounts/:id/refresh", {
    params: { id },
    body: { force: true },
  });
  assert.equal(lastRefresh?.outcome, "refreshed");
  await h.operator("POST /oauth/accounts/:id/revoke", { params: { id }, body: {} });
  assert.deepEqual(asked.filter((url) => url?.startsWith("/token")), []);
  assert.equal((await move()).status, 200, "the control");
});

Deno.test("a code of one server is not sent to the token endpoint of another", async () => {
  await using one = new PlainServer();
  await using two = new PlainServer();
  await using h = await harness();
  const set = (server: PlainServer) =>
    h.json("POST", "/oauth/apps/example", {
      ...server.app,
      clientId: "client-1",
      tokenEndpointAuthMethod: "none",
    });
  assert.equal((await set(one)).status, 201);
  await h.operator("POST /oauth/apps/:connectorId/start", { params: { connectorId: "example" }, body: {} });
  const refused = await set(two);
  assert.deepEqual([refused.status, /authorization under way/.test(refused.body.error)], [400, true]);
  assert.equal((await set(one)).status, 200, "the same server may be configured again");
});

Deno.test("the client secret for one server is not used for another", async () => {
  await using one = await OidcServer.start();
  await using two = await OidcServer.start();
  await using h = await harness();
  await configure(h, one);
  const { clientSecret: _, ...withoutSecret } = CLIENT;
  const moved = await configure(h, { issuer: two.issuer }, { clientSecret: undefined, ...withoutSecret });
  assert.deepEqual([moved.clientSecretStatus, moved.tokenEndpointAuthMethod], ["not_needed", "none"]);
  const asked = await configure(h, one, {
    ...withoutSecret,
    clientSecret: undefined,
    tokenEndpointAuthMethod: "client_secret_basic",
  });
  assert.deepEqual(asked.problems.map(({ code }) => code), ["client_secret_missing"]);
  await configure(h, one);
  assert.match(await answered(h, one), /code=/, "the control");
});
