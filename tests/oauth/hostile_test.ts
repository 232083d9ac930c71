import assert from "node:assert/strict";
import { OAuth2Server } from "oauth2-mock-server";
import { type Harness, harness } from "../harness.ts";
import { CLIENT } from "./oidc_server.ts";

// deno-lint-ignore no-explicit-any
type Anything = any;
type Attack = { token?: (token: Anything) => void; answer?: (answer: Anything) => void };

/** A server that does as it is told, and a service that is configured with it. */
async function hostile() {
  const server = new OAuth2Server();
  await server.issuer.keys.generate("RS256");
  await server.start(0, "127.0.0.1");
  const issuer = server.issuer.url!;
  const h = await harness();
  // The connector asks for what this server grants by itself.
  await h.operator("POST /oauth/apps/:connectorId", {
    params: { connectorId: "example" },
    body: { issuer, scopes: ["openid", "dummy"], ...CLIENT },
  });
  return {
    server,
    h,
    issuer,
    async [Symbol.asyncDispose]() {
      await h[Symbol.asyncDispose]();
      await server.stop();
    },
  };
}

/** Connects an account while the server attacks; returns the status of the answer. */
async function connect(h: Harness, server: OAuth2Server, { token, answer }: Attack): Promise<number> {
  const { service } = server;
  let signed = 0;
  // The id_token is the second that is signed.
  const onToken = (each: Anything) => ++signed === 2 && token?.(each);
  const onAnswer = (each: Anything) => (each.body && (each.body.scope = "openid dummy"), answer?.(each));
  service.on("beforeTokenSigning" as never, onToken as never);
  service.on("beforeResponse" as never, onAnswer as never);
  try {
    const { authorizationUrl } = await h.operator("POST /oauth/start", { body: { connectorId: "example" } });
    const redirect = await fetch(authorizationUrl!, { redirect: "manual" });
    await redirect.body?.cancel();
    return (await h.json("POST", "/oauth/callback", { url: redirect.headers.get("location") })).status;
  } finally {
    service.off("beforeTokenSigning" as never, onToken as never);
    service.off("beforeResponse" as never, onAnswer as never);
  }
}

const payload = (change: Record<string, unknown>): Attack => ({
  token: (token) => void Object.assign(token.payload, change),
});
const without = (name: string): Attack => ({ token: (token) => void delete token.payload[name] });
const body = (change: (body: Anything) => void): Attack => ({ answer: ({ body }) => change(body) });

/** The middle of a token is changed, so that its signature fits no more. */
function forge(token: string, change: Record<string, unknown>): string {
  const [header, middle, signature] = token.split(".") as [string, string, string];
  const claims = JSON.parse(atob(middle.replaceAll("-", "+").replaceAll("_", "/")));
  const forged = btoa(JSON.stringify({ ...claims, ...change })).replaceAll("+", "-").replaceAll("/", "_")
    .replaceAll("=", "");
  return `${header}.${forged}.${signature}`;
}

const encoded = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const ATTACKS: Record<string, Attack> = {
  "another issuer": payload({ iss: "https://evil.example.net" }),
  "another audience": payload({ aud: "another-client" }),
  "several audiences without azp": payload({ aud: [CLIENT.clientId, "other"] }),
  "another azp": payload({ aud: [CLIENT.clientId, "other"], azp: "other" }),
  "another nonce": payload({ nonce: "another" }),
  "no nonce": without("nonce"),
  "no subject": without("sub"),
  "expired": payload({ exp: Math.floor(Date.now() / 1000) - 3600 }),
  "not yet valid": payload({ nbf: Math.floor(Date.now() / 1000) + 3600 }),
  "issued tomorrow": payload({ iat: Math.floor(Date.now() / 1000) + 24 * 3600 }),
  "no expiry": without("exp"),
  "made for another access token": payload({ at_hash: "AAAAAAAAAAAAAAAAAAAAAA" }),
  "an algorithm of none": body((body) =>
    body.id_token = `${encoded({ alg: "none" })}.${body.id_token.split(".")[1]}.`
  ),
  "a signature with the client's secret": body((body) =>
    body.id_token = `${encoded({ alg: "HS256" })}.${body.id_token.split(".").slice(1).join(".")}`
  ),
  "a changed body under a former signature": body((body) =>
    body.id_token = forge(body.id_token, { email: "eve@example.org" })
  ),
  "an unknown key": { token: (token) => void (token.header.kid = "another") },
  "no id_token": body((body) => delete body.id_token),
  "no access token": body((body) => delete body.access_token),
  "an access token that hides nowhere": body((body) => body.access_token = "short"),
  "another type of token": body((body) => body.token_type = "mac"),
  "an error in an answer of success": { answer: (answer) => answer.body = { error: "invalid_grant" } },
  "a list for an answer": { answer: (answer) => answer.body = [] },
  "500": { answer: (answer) => answer.statusCode = 500 },
  "302": { answer: (answer) => answer.statusCode = 302 },
};

Deno.test("the hostile matrix: each answer that breaks a rule connects nothing and leaves no token; the control connects", async () => {
  await using world = await hostile();
  const { h, server } = world;
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const status = await connect(h, server, attack);
    assert.ok([400, 500].includes(status), `${name}: ${status}`);
    assert.deepEqual(await h.operator("GET /oauth/accounts"), [], name);
    assert.deepEqual(
      (await h.operator("GET /secrets")).filter(({ kind }) => kind === "oauth-token"),
      [],
      name,
    );
  }
  assert.equal(await connect(h, server, {}), 201, "the control");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a server that grants more than was asked for: quarantined, revoked there, told to a human; the account is of no use", async () => {
  await using world = await hostile();
  const { h, server } = world;
  const broader = body((body) => body.scope = "openid dummy transfer");
  assert.equal(await connect(h, server, broader), 201);
  await h.composition.clock.runOnce();
  await h.composition.clock.idle();
  const [account] = await h.operator("GET /oauth/accounts");
  assert.deepEqual([account!.status, account!.extraScopes], ["quarantined", ["transfer"]]);
  assert.equal(account!.remoteRevocation?.outcome, "confirmed");
  assert.deepEqual(
    (await h.operator("GET /secrets")).filter(({ kind, status }) =>
      kind === "oauth-token" && status === "present"
    ),
    [],
  );
  const { items } = await h.operator("GET /notifications");
  assert.deepEqual(items.map(({ severity, category }) => [severity, category]), [["critical", "security"]]);
  assert.equal((await h.json("POST", `/oauth/accounts/${account!.id}/refresh`, { force: true })).status, 400);
  assert.equal(await connect(h, server, broader), 200, "the same account again, so no new id");
});

Deno.test("two issuers: the answer of one is not taken for that of the other", async () => {
  await using one = await hostile();
  await using two = await hostile();
  const { h } = one;
  await h.operator("POST /oauth/apps/:connectorId", {
    params: { connectorId: "other" },
    body: { issuer: two.issuer, scopes: ["openid"], ...CLIENT },
  });
  const { authorizationUrl } = await h.operator("POST /oauth/start", { body: { connectorId: "example" } });
  const state = new URL(authorizationUrl!).searchParams.get("state");
  const answer = await h.json("POST", "/oauth/callback", {
    state,
    code: "a-code-of-the-other",
    iss: two.issuer,
  });
  assert.equal(answer.status, 400);
  assert.match(answer.body.error, /from a different server/);
  assert.deepEqual(await h.operator("GET /oauth/accounts"), []);
});

Deno.test("a server's metadata is refused: another issuer, no S256, addresses elsewhere, http, a redirect, more than a mebibyte", async () => {
  const documents: Record<string, (issuer: string) => Record<string, unknown>> = {
    "another issuer": () => ({ issuer: "https://evil.example.net" }),
    "no S256": () => ({ code_challenge_methods_supported: ["plain"] }),
    "a token endpoint elsewhere": () => ({ token_endpoint: "https://evil.example.net/token" }),
    "a token endpoint on another port": (issuer) => ({
      token_endpoint: `${issuer.replace(/:\d+$/, ":1")}/token`,
    }),
    "no token endpoint": () => ({ token_endpoint: undefined }),
    "an address that is none": () => ({ token_endpoint: "javascript:alert(1)" }),
    "more than a mebibyte": () => ({ filler: "x".repeat(1024 * 1024) }),
  };
  await using h = await harness();
  let document: Record<string, unknown> | null = null;
  const site = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () =>
      document === null
        ? new Response(null, { status: 302, headers: { location: "/elsewhere" } })
        : Response.json(document),
  );
  try {
    const issuer = `http://127.0.0.1:${site.addr.port}`;
    const good = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
    const configure = async () => (await h.json("POST", "/oauth/apps/example", { issuer, ...CLIENT })).status;
    for (const [name, make] of Object.entries(documents)) {
      document = { ...good, ...make(issuer) };
      const events = await h.eventsOf(async () => assert.ok([400, 500].includes(await configure()), name));
      assert.deepEqual(events, [], name);
    }
    document = null;
    assert.equal(await configure(), 400, "a redirect");
    document = good;
    assert.equal(await configure(), 201, "the control");
  } finally {
    await site.shutdown();
  }
});
