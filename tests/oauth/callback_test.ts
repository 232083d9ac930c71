import assert from "node:assert/strict";
import fc from "fast-check";
import { type Harness, harness, OPERATOR } from "../harness.ts";
import { answered, configure, connected } from "./oauth_world.ts";
import { OidcServer } from "./oidc_server.ts";

const ORIGIN = "http://127.0.0.1:4317";

/** Every byte that the store's database files hold. */
function storeBytes(h: Harness): string {
  const rows = h.store.database.all<{ name: string }>(
    "select name from sqlite_master where type = 'table' order by name",
  );
  return JSON.stringify(rows.map(({ name }) => {
    try {
      return [name, h.store.database.all(`select * from "${name}"`)];
    } catch {
      return [name, "virtual"];
    }
  }));
}

/** The redirect as a browser makes it: a navigation from another site, without a token. */
const navigate = (h: Harness, url: string, headers: Record<string, string> = {}) =>
  h.send(url.replace(ORIGIN, ""), {
    headers: {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
      ...headers,
    },
  }, null);

/** Starts as the dashboard does, and returns the cookie that the browser keeps. */
async function startInBrowser(h: Harness): Promise<{ authorizationUrl: string; cookie: string }> {
  const answer = await h.send("/oauth/start", {
    method: "POST",
    headers: { "content-type": "application/json", origin: ORIGIN },
    body: JSON.stringify({ connectorId: "example" }),
  }, OPERATOR);
  const set = answer.headers.get("set-cookie")!;
  assert.match(
    set,
    /^agent_harness_oauth_flow_\w+=[\w-]{43}; Path=\/oauth\/callback; Max-Age=600; HttpOnly; SameSite=Lax$/,
  );
  const { authorizationUrl, binding } = await answer.json();
  assert.equal(binding, "cookie");
  return { authorizationUrl, cookie: set.split(";")[0]! };
}

Deno.test("a browser's redirect connects, on a page that is the same for everybody and cleans the address", async () => {
  await using server = await OidcServer.start();
  await using h = await harness();
  await configure(h, server);
  const { authorizationUrl, cookie } = await startInBrowser(h);
  const url = await server.authorize(authorizationUrl);
  const other = await navigate(h, url, { cookie: cookie.replace(/=.*/, "=of-another-browser") });
  assert.equal(other.status, 400, "the answer belongs to the browser that began");
  await other.text();
  const page = await navigate(h, url, { cookie });
  assert.equal(page.status, 200);
  const text = await page.text();
  assert.match(text, /<title>Connected<\/title>/);
  const { code, state, iss } = Object.fromEntries(new URL(url).searchParams);
  for (const value of [code, state, iss]) assert.ok(value && !text.includes(value));
  const policy = page.headers.get("content-security-policy")!;
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';.*frame-ancestors 'none'$/,
  );
  assert.deepEqual(
    ["cache-control", "referrer-policy", "cross-origin-opener-policy"].map((name) => page.headers.get(name)),
    ["no-store", "no-referrer", "same-origin"],
  );
  const again = await navigate(h, url, { cookie });
  assert.deepEqual([again.status, /Used before/.test(await again.text())], [400, true]);
  assert.equal((await h.operator("GET /oauth/accounts")).length, 1);
});

Deno.test("a browser that starts another authorization before the first is finished can finish both", async () => {
  await using server = await OidcServer.start();
  await using h = await harness();
  await configure(h, server);
  const started = [await startInBrowser(h), await startInBrowser(h)];
  const kept = new Map(started.map(({ cookie }) => cookie.split("=") as [string, string]));
  const cookie = [...kept].map((pair) => pair.join("=")).join("; ");
  for (const { authorizationUrl } of started) {
    const page = await navigate(h, await server.authorize(authorizationUrl), { cookie });
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<title>Connected/);
  }
});

Deno.test("each end has its page and status: denied, expired, wrong issuer, refused scopes, no exchange", async () => {
  await using server = await OidcServer.start();
  const time = { now: Date.now() };
  await using h = await harness({ now: () => new Date(time.now) });
  await configure(h, server);
  const end = async (change: (query: URLSearchParams) => void): Promise<[number, string]> => {
    const url = new URL(await answered(h, server));
    change(url.searchParams);
    const page = await navigate(h, url.href);
    return [page.status, /<title>([^<]+)</.exec(await page.text())![1]!];
  };
  const error =
    (name: string) => (query: URLSearchParams) => (query.delete("code"), query.set("error", name));
  assert.deepEqual(await end(error("access_denied")), [200, "Not connected"]);
  assert.deepEqual(await end(error("invalid_scope")), [400, "Different access"]);
  assert.deepEqual(await end(error("server_error")), [500, "Not connected"]);
  assert.deepEqual(await end((query) => query.set("code", "another")), [500, "Not connected"]);
  assert.deepEqual(await end((query) => query.set("iss", "https://evil.example.net")), [400, "Wrong server"]);
  assert.deepEqual(
    await end((query) => query.delete("iss")),
    [400, "Wrong server"],
    "the server announces it",
  );
  assert.deepEqual(await end((query) => query.append("code", query.get("code")!)), [400, "Not expected"]);
  assert.deepEqual(await end((query) => query.set("state", "another")), [400, "Not expected"]);
  assert.deepEqual(await end(() => void (time.now += 11 * 60_000)), [400, "Too late"]);
  assert.deepEqual(await h.operator("GET /oauth/accounts"), []);
  time.now = Date.now();
  assert.equal((await connected(h, server)).status, "connected", "the control");
});

Deno.test("an authorization whose connector was disabled meanwhile connects nothing, and sends no code", async () => {
  await using server = await OidcServer.start();
  await using h = await harness();
  await configure(h, server);
  const [url, pasted] = [await answered(h, server), await answered(h, server)];
  await configure(h, server, { status: "disabled" });
  const page = await navigate(h, url);
  assert.deepEqual([page.status, /<title>([^<]+)</.exec(await page.text())![1]], [400, "Disabled"]);
  const { status, body } = await h.json("POST", "/oauth/callback", { url: pasted });
  assert.deepEqual([status, /is disabled\. Enable it/.test(body.error)], [400, true]);
  assert.deepEqual([await h.operator("GET /oauth/accounts"), server.grants], [[], []]);
  const { flows } = await h.operator("GET /oauth/apps/:connectorId", { params: { connectorId: "example" } });
  assert.deepEqual(flows.map(({ status }) => status), ["failed", "failed"]);
});

Deno.test("whatever is sent to the callback with a state that nobody started: a fixed page, and the store stays byte for byte", async () => {
  await using server = await OidcServer.start();
  await using h = await harness();
  await configure(h, server);
  const pending = await answered(h, server);
  await h.store.durable();
  const before = storeBytes(h);
  const parameter = fc.constantFrom("state", "code", "error", "error_description", "iss", "</script>", "x");
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("</script><script>alert(1)</script>", "%", "\0", "💥"),
  );
  const known = await navigate(h, "/oauth/callback?state=unknown");
  const fixed = await known.text();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(parameter, text), { maxLength: 6 }), async (pairs) => {
      const page = await navigate(h, `/oauth/callback?${new URLSearchParams(pairs)}`);
      assert.equal(page.status, 400);
      assert.equal(await page.text(), fixed);
    }),
    { numRuns: 200 },
  );
  for (const query of ["?", "?%", "?state", "?&&==", `?state=a&state=b`]) {
    const page = await navigate(h, `/oauth/callback${query}`);
    assert.equal(await page.text(), fixed);
  }
  await h.store.durable();
  assert.equal(storeBytes(h), before);
  const { status } = await h.json("POST", "/oauth/callback", { url: pending });
  assert.equal(status, 201, "what was under way still ends well");
});
