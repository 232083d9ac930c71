import assert from "node:assert/strict";
import { CLIENT, OidcServer } from "../../oauth/oidc_server.ts";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload, Prober } from "../prober.ts";

/** An authorization server for which the connector "example" is configured. */
const configured = (probe: Prober): Promise<OidcServer> =>
  probe.once("an authorization server", async () => {
    const server = await OidcServer.start({ redirectUri: `${probe.serviceUrl}/oauth/callback` });
    probe.owned.push(server);
    probe.secrets.add(CLIENT.clientSecret);
    await probe.call("POST /oauth/apps/:connectorId", {
      params: { connectorId: "example" },
      body: {
        issuer: server.issuer,
        scopes: ["openid", "email"],
        allowedHosts: ["api.example.org"],
        ...CLIENT,
      },
    });
    return server;
  });

/** The address that the browser of a person comes back to. */
async function answered(probe: Prober, person: string): Promise<string> {
  const server = await configured(probe);
  const { authorizationUrl } = await probe.call("POST /oauth/apps/:connectorId/start", {
    params: { connectorId: "example" },
    body: {},
  });
  server.person = person;
  return await server.authorize(authorizationUrl);
}

const connected = (probe: Prober, person: string): Promise<Payload> =>
  probe.once(`the account of ${person}`, async () => {
    const account = await probe.call("POST /oauth/callback", {
      body: { url: await answered(probe, person) },
    });
    for (const token of (await configured(probe)).tokens) probe.secrets.add(token);
    return account;
  });

const ids = { connectorId: "example" };
const FLOW =
  "`id, connectorId, flow, status: pending|completed|failed|expired|denied, authorizationUrl | device{ userCode, verificationUri, verificationUriComplete, intervalSeconds }, redirectUri, scopes, issuer, binding: cookie|none, expiresAt, accountId?`";

export default {
  "GET /oauth/accounts": [
    promised("interface", "Query provider, connectorId, status.", async ({ call }, probe) => {
      const { id } = await connected(probe, "ada");
      assert.ok((await call({ query: { connectorId: "example" } })).some((each: Payload) => each.id === id));
      assert.deepEqual(await call({ query: { connectorId: "other" } }), []);
    }),
  ],
  "GET /oauth/apps/:connectorId": [
    promised("connectors", "unknown: 404", async ({ call, refused }, probe) => {
      await configured(probe);
      assert.equal((await call({ params: ids })).status, "ready");
      await refused(404, { params: { connectorId: "unknown-connector" } });
    }),
  ],
  "POST /oauth/apps/:connectorId": [
    promised(
      "connectors",
      "Discovery: issuer equal, https, endpoints https and same-site unless listed; http only for loopback.",
      async ({ call, refused }, probe) => {
        const server = await configured(probe);
        const params = { connectorId: "another" };
        const app = await call({ params, body: { issuer: server.issuer, ...CLIENT } });
        assert.equal(app.endpoints.source, "discovery");
        await refused(400, { params, body: { issuer: "http://issuer.example", ...CLIENT } });
      },
    ),
  ],
  "POST /oauth/apps/:connectorId/start": [
    promised("connectors", FLOW, async ({ call }, probe) => {
      await configured(probe);
      const flow = await call({ params: ids, body: {} });
      assert.equal(flow.status, "pending");
      const url = new URL(flow.authorizationUrl);
      assert.equal(url.searchParams.get("code_challenge_method"), "S256");
      assert.equal(url.searchParams.get("response_type"), "code");
    }),
  ],
  "POST /oauth/start": [
    promised("connectors", FLOW, async ({ call, refused }, probe) => {
      await configured(probe);
      const { device } = await call({ body: { connectorId: "example", flow: "device" } });
      assert.ok(device.userCode && device.verificationUri);
      await refused(400, { body: {} });
    }),
  ],
  "POST /oauth/callback": [
    promised("connectors", "201 account, 200 on reconnect", async ({ call, refused }, probe) => {
      const url = await answered(probe, "bob");
      assert.equal((await call({ body: { url } })).status, "connected");
      await refused(400, { body: { state: "of-nobody", code: "x" } });
    }),
  ],
  "GET /oauth/callback": [
    promised("connectors", "no byte of the query", async (_, probe) => {
      const got = await probe.send("GET", "/oauth/callback", {
        as: "nobody",
        query: { state: "seen-nowhere-4711", code: "also-nowhere-0815" },
      });
      assert.equal(got.status, 400);
      assert.doesNotMatch(got.text, /seen-nowhere|also-nowhere/);
    }),
    promised(
      "interface",
      "`GET /oauth/callback` is public (browser redirect target).",
      async ({ call }, probe) => {
        const { search } = new URL(await answered(probe, "carl"));
        assert.match(
          await call({ as: "nobody", query: Object.fromEntries(new URLSearchParams(search)) }),
          /<!doctype html>/i,
        );
      },
    ),
  ],
  "POST /oauth/accounts/:id/refresh": [
    promised(
      "connectors",
      "account; unchanged and 200 if not due and not forced",
      async ({ call }, probe) => {
        const { id } = await connected(probe, "ada");
        const before = await call({ params: { id }, body: {} });
        assert.deepEqual(await call({ params: { id }, body: {} }), before);
        const forced = await call({ params: { id }, body: { force: true } });
        assert.notEqual(forced.accessToken.version, before.accessToken.version);
      },
    ),
  ],
  "POST /oauth/accounts/:id/revoke": [
    promised("connectors", "account; twice: 200", async ({ call }, probe) => {
      const { id } = await connected(probe, "dora");
      const first = await call({ params: { id }, body: {} });
      assert.equal(first.status, "revoked");
      assert.equal((await call({ params: { id }, body: {} })).revokedAt, first.revokedAt);
    }),
  ],
} satisfies PromisesOf;
