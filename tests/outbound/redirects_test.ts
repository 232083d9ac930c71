import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import { World } from "./world.ts";

const SECRETS = { authorization: "Bearer secret", cookie: "session=secret", "x-api-key": "secret" };

/** A site that leads each path to where a table says, and remembers the headers that it got. */
async function leading(world: World, leads: Record<string, string>, status = 302) {
  const headers: IncomingHttpHeaders[] = [];
  const site = await world.site((asked, answer) => {
    headers.push(asked.headers);
    const location = leads[asked.url!];
    if (location !== undefined) answer.writeHead(status, { location });
    answer.end(asked.method);
  });
  return { ...site, headers };
}

Deno.test("a redirect to this machine, to another scheme, or to an address with a user is not followed", async () => {
  await using world = new World();
  const inner = await world.site((_, answer) => answer.end("inner secret"));
  const site = await leading(world, {
    "/here": `http://127.0.0.1:${inner.port}/`,
    "/file": "file:///etc/passwd",
    "/user": "http://user:secret@site.example/",
    "/cloud": "http://169.254.169.254/latest/meta-data/",
    "/empty": "http://",
  });
  world.names.set("site.example", [["127.0.0.1"]]);
  // The inner server is permitted as well: a permission is for what was asked, not for where that leads.
  const here = [`site.example:${site.port}`, `127.0.0.1:${inner.port}`];
  const ask = (path: string) => world.ask(`http://site.example:${site.port}${path}`, { here });
  assert.equal((await world.ask(`http://127.0.0.1:${inner.port}/`, { here })).status, 200, "the control");
  const refusals = {
    "/here": "not_public",
    "/file": "redirect",
    "/user": "redirect",
    "/cloud": "not_public",
  };
  for (const [path, reason] of Object.entries(refusals)) {
    const refused = await world.refusal(ask(path));
    assert.equal(refused.reason, reason, refused.message);
    assert.equal(refused.receipt!.hops[0]!.status, 302);
    assert.equal(refused.receipt!.failure, reason);
  }
  assert.equal((await world.refusal(ask("/empty"))).reason, "redirect");
  assert.equal(inner.requests.length, 1);
});

Deno.test("credentials stay with the origin that they were given for; plain headers go along", async () => {
  await using world = new World();
  const other = await leading(world, {});
  const site = await leading(world, { "/away": `http://other.example:${other.port}/`, "/near": "/there" });
  for (const name of ["site.example", "other.example"]) world.names.set(name, [["127.0.0.1"]]);
  const asked = { credentials: SECRETS, headers: { accept: "text/calendar", "if-none-match": '"1"' } };
  const ask = (path: string, here: string[]) =>
    world.ask(`http://site.example:${site.port}${path}`, { ...asked, here });
  const permitted = [`site.example:${site.port}`];

  assert.equal((await ask("/near", permitted)).status, 200);
  assert.equal(
    site.headers.at(-1)!.authorization,
    "Bearer secret",
    "the control: within an origin they go along",
  );
  assert.equal((await world.refusal(ask("/away", permitted))).reason, "not_public");

  // What is another origin is a matter of the port, too: here each answers on its own.
  const { nextHop } = await import("../../services/accounts/outbound/redirect.ts");
  const { readDestination } = await import("../../services/accounts/outbound/destination.ts");
  const hop = {
    destination: readDestination("https://a.example/"),
    method: "GET",
    body: null,
    atFirstOrigin: true,
  };
  const away = nextHop(hop, 302, "https://b.example/x")!;
  assert.equal(away.atFirstOrigin, false);
  assert.equal(
    nextHop(away, 302, "https://a.example/")!.atFirstOrigin,
    false,
    "once left, they are not sent again",
  );
  assert.equal(nextHop(hop, 302, "https://a.example:444/")!.atFirstOrigin, false);
  assert.throws(() => nextHop(hop, 302, "http://a.example/"), /from https to http/);
});

Deno.test("what a request changes, or sends, is not carried to another origin", async () => {
  await using world = new World();
  const site = await leading(world, { "/away": "http://other.example/", "/near": "/there" }, 307);
  const see = await leading(world, { "/near": "/there" }, 303);
  world.names.set("site.example", [["127.0.0.1"]]);
  const ask = (port: number, path: string) =>
    world.ask(`http://site.example:${port}${path}`, {
      here: [`site.example:${port}`],
      method: "POST",
      body: "secret",
    });
  const refused = await world.refusal(ask(site.port, "/away"));
  assert.equal(
    refused.message,
    "site.example answered with a redirect of a POST to other.example. The body is only sent to the original host.",
  );
  await ask(site.port, "/near");
  assert.deepEqual(site.requests.slice(-2), ["POST /near", "POST /there"]);
  await ask(see.port, "/near");
  assert.deepEqual(see.requests, ["POST /near", "GET /there"]);
});

Deno.test("redirects end after so many, also where they go round in a circle", async () => {
  await using world = new World();
  const site = await leading(world, { "/a": "/b", "/b": "/a", "/once": "/end" });
  const here = [`127.0.0.1:${site.port}`];
  const once = await world.ask(`http://127.0.0.1:${site.port}/once`, { here });
  assert.equal(once.url, `http://127.0.0.1:${site.port}/end`);
  assert.equal(once.receipt.hops.length, 2);
  const refused = await world.refusal(
    world.ask(`http://127.0.0.1:${site.port}/a`, { here, limits: { redirects: 3 } }),
  );
  assert.equal(refused.message, "127.0.0.1 redirects more than 3 times.");
  assert.equal(site.requests.length, 2 + 4);
});

Deno.test("a header that steers the connection is refused, and a secret one that is not given as a credential", async () => {
  await using world = new World();
  const ask = (input: object) => world.refusal(world.ask("https://a.example/", input));
  for (
    const name of [
      "Host",
      "Connection",
      "Content-Length",
      "Transfer-Encoding",
      "Proxy-Authorization",
      "Upgrade",
      "Expect",
    ]
  ) {
    const refused = await ask({ credentials: { [name]: "x" } });
    assert.equal(refused.message, `The header "${name}" can only be set by this service.`);
  }
  const secret = await ask({ headers: { Authorization: "Bearer x" } });
  assert.equal(secret.reason, "invalid_request");
  for (const value of ["a\r\nHost: b", "a\0", "ü"]) {
    assert.equal((await ask({ headers: { accept: value } })).reason, "invalid_request");
  }
  assert.equal((await ask({ body: "x".repeat(2 * 1024 * 1024) })).reason, "invalid_request");
});
