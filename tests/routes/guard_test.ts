import assert from "node:assert/strict";
import { type Harness, harness, OPERATOR } from "../harness.ts";
import {
  headersFrom,
  passes,
  type Provenance,
  PROVENANCES,
  PROXIES,
  SHELL_PATHS,
} from "./browser_requests.ts";
import { ENDPOINTS, pathWith } from "./endpoints.ts";
import { World } from "../runs/runs_world.ts";

const CONTENT_TYPES = ["application/json", "text/plain", "application/x-www-form-urlencoded", null];
const TOKENS = [OPERATOR, null];

const TARGETS = [
  ...ENDPOINTS.map(({ method, path }) => ({ method, path: pathWith(path) })),
  ...SHELL_PATHS.flatMap((path) => ["GET", "POST", "HEAD"].map((method) => ({ method, path }))),
];

/** What these begin needs nothing from the request; they are only asked where they must refuse. */
const BEGINNING = new Set(["/shell/sample", "/control-plane/backups"]);

/** Each target gets one combination in so many, its neighbours the others: the sum stays at about 90,000. */
const STRIDE = Math.ceil(TARGETS.length * PROVENANCES.length / 90_000);

Deno.test("no request with a foreign Host or Origin, or from another site, reaches any endpoint", async () => {
  await using h = await harness({ allowedOrigins: [...PROXIES] });
  const before = h.store.head;
  let [refused, admitted] = [0, 0];
  for (const [at, { method, path }] of TARGETS.entries()) {
    for (const [i, provenance] of PROVENANCES.entries()) {
      if ((i + at) % STRIDE !== 0) continue;
      const passing = passes(provenance, method, path);
      if (passing && method === "POST" && BEGINNING.has(path)) continue;
      // The guard's answer does not depend on what follows, so these take turns with each target.
      const turn = i + path.length;
      const contentType = CONTENT_TYPES[turn % CONTENT_TYPES.length]!;
      const token = TOKENS[Math.floor(turn / CONTENT_TYPES.length) % TOKENS.length]!;
      const response = await send(h, { method, path, provenance, contentType, token });
      const what = () => `${method} ${path} ${JSON.stringify({ provenance, contentType, token })}`;
      assertHardened(response, what);
      if (path.startsWith("/automation-webhooks/")) { // other sites are who sends to it: its secret is the guard
        assert.equal(response.status, 401, what());
        await response.body?.cancel();
      } else if (passing) {
        admitted++;
        assert.notEqual(response.status, 403, what());
        await response.body?.cancel();
      } else {
        refused++;
        assert.equal(response.status, 403, what());
        if (refused % 50 === 0 && method !== "HEAD") {
          assert.match((await response.json()).error, /^(?:The Host|Requests from)/);
        } else await response.body?.cancel();
      }
    }
  }
  assert.equal(h.store.head, before);
  assert.ok(refused > 40_000 && admitted > 1_000, `${refused} were refused, ${admitted} admitted`);
});

type Sent = {
  method: string;
  path: string;
  provenance: Provenance;
  contentType: string | null;
  token: string | null;
};

function send(h: Harness, { method, path, provenance, contentType, token }: Sent) {
  const headers = headersFrom(provenance);
  if (method === "GET" || method === "HEAD") {
    return h.composition.app.request(requestOf(path, { method, headers }, token));
  }
  if (contentType !== null) headers.set("content-type", contentType);
  return h.composition.app.request(requestOf(path, { method, headers, body: "[]" }, token));
}

function requestOf(path: string, init: RequestInit & { headers: Headers }, token: string | null): Request {
  if (token !== null) init.headers.set("authorization", `Bearer ${token}`);
  return new Request(`http://127.0.0.1:4317${path}`, init);
}

function assertHardened({ headers }: Response, what: () => string): void {
  assert.equal(headers.get("x-content-type-options"), "nosniff", what());
  assert.equal(headers.get("x-frame-options"), "DENY", what());
  assert.equal(headers.get("referrer-policy"), "no-referrer", what());
  assert.equal(headers.get("cross-origin-resource-policy"), "same-origin", what());
  assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'/, what());
  assert.match(headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/, what());
  assert.ok(headers.get("cache-control"), what());
  for (const [name] of headers) assert.doesNotMatch(name, /^access-control-/, what());
}

Deno.test("without allowed origins only the service's own loopback names pass", async () => {
  await using h = await harness();
  for (const host of ["harness.example", "proxy.local:8080", "127.0.0.1:4317"]) {
    for (const origin of ["https://harness.example", "http://proxy.local:8080", null]) {
      const response = await send(h, {
        method: "GET",
        path: "/health",
        provenance: { host, origin, fetch: {} },
        contentType: null,
        token: OPERATOR,
      });
      assert.equal(response.status, host === "127.0.0.1:4317" && origin === null ? 200 : 403);
      await response.body?.cancel();
    }
  }
});

Deno.test("GET, HEAD and OPTIONS change nothing on any path, whatever exists there", async () => {
  await using world = await World.make();
  const { h, ids } = world;
  const before = h.store.head;
  const own = [ids.runs.waiting, ids.runs.queued, ids.approvals.pending, ids.taskSession];
  for (const { path } of ENDPOINTS) {
    for (const id of own) {
      for (const method of ["GET", "HEAD", "OPTIONS"]) {
        const response = await h.send(pathWith(path.replace(":taskId", "task_1"), id), { method });
        assertHardened(response, () => `${method} ${path}`);
        assert.ok(response.status < 500, `${method} ${path}: ${response.status}`);
        if (method === "OPTIONS") assert.equal(response.status, 404, path);
        await response.body?.cancel();
      }
    }
  }
  assert.equal(h.store.head, before);
});

Deno.test("a method that an endpoint does not have is 404, with its sentence and headers, and changes nothing", async () => {
  await using h = await harness();
  const declared = new Set(ENDPOINTS.map(({ key }) => key));
  for (const { path } of ENDPOINTS) {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
      if (declared.has(`${method} ${path}`) || (method === "GET" && matches(path))) continue;
      const headers = { "x-http-method-override": "POST" };
      const response = await h.send(pathWith(path), { method, headers });
      assert.equal(response.status, 404, `${method} ${path}`);
      assertHardened(response, () => `${method} ${path}`);
      assert.match((await response.json()).error, /^There is no /);
    }
  }
  assert.equal(h.store.head, 1);
});

/** Whether a static path is also one of `GET /runs/:id` or its like. */
const matches = (path: string): boolean =>
  ENDPOINTS.some((other) =>
    other.method === "GET" &&
    new RegExp(`^${other.path.replaceAll(/:\w+/g, "[^/]+").replace("*", ".+")}$`).test(path)
  );
