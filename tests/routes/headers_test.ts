import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { queuedRun } from "./queued_run.ts";

const IGNORED = "x-agent-harness-ignored";

const report = (h: Harness, id: string, body: string) =>
  h.send(`/runs/${id}/coordinator-report`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });

Deno.test("x-agent-harness-ignored names body fields and query parameters that the endpoint does not know", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const ignored = async (body: string) =>
    (await report(h, run.id, body)).headers.get(IGNORED)?.split(",").map(decodeURIComponent);
  assert.equal(await ignored('{"reason":"x"}'), undefined);
  assert.deepEqual(await ignored('{"resaon":"x","zwei":2}'), ["resaon", "zwei"]);
  assert.deepEqual(await ignored('{"理由":1,"a,b":2,"a\\r\\nb":3,"😀":4,"__proto__":5}'), [
    "理由",
    "a,b",
    "a\r\nb",
    "😀",
    "__proto__",
  ]);
  const listed = await h.json("GET", "/runs?limit=1&limitt=2&%C3%A9=3");
  assert.equal(listed.headers.get(IGNORED), "limitt,%C3%A9");
  const moved = await h.json("POST", `/runs/${run.id}/resume`, { reason: "x" });
  assert.equal(moved.headers.get(IGNORED), "reason");
});

Deno.test("x-agent-harness-ignored names nested fields by their path, and what a free object holds is not one", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const ignored = async (path: string, body: unknown) =>
    (await h.json("POST", path, body)).headers.get(IGNORED)?.split(",").map(decodeURIComponent);
  const input = { request: 'create a.md with "x"', repoPath: run.repoPath };
  assert.deepEqual(
    await ignored("/coordinator/runs", {
      ...input,
      worker: { provider: "builtin", model: "recipe", tmp: 1 },
      verifier: { command: "true", comand: "false" },
      setup: null,
    }),
    ["worker.tmp", "verifier.comand"],
  );
  const record = { type: "fact", scope: "global", content: "x" };
  const source = { kind: "user", id: "me", zz: 1 };
  assert.deepEqual(await ignored("/memory", { ...record, source }), ["source.zz"]);
  assert.deepEqual(await ignored("/coordinator/conversations", { metadata: { free: { a: 1 } } }), undefined);
  const prefer = [{ provider: "builtin", model: "recipe" }, { provider: "foo", model: "x", tier: 2 }];
  assert.deepEqual(
    await ignored("/model-routing/policies", { name: "p", match: { rol: "worker" }, prefer }),
    ["match.rol", "prefer.1.tier"],
  );
});

Deno.test("x-agent-harness-ignored is also on streams, downloads and texts, but not on pages, which read their own query", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const ignored = async (path: string, body?: unknown) => {
    const headers = { "content-type": "application/json" };
    const init = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
    const response = await h.send(path, init);
    assert.equal(response.status, 200, path);
    await response.body?.cancel();
    return response.headers.get(IGNORED);
  };
  assert.equal(await ignored("/events?cursor=0"), null);
  assert.equal(await ignored("/events?curser=0"), "curser");
  assert.equal(await ignored("/metrics?format=json"), "format");
  assert.equal(await ignored(`/runs/${run.id}/transcript?fromat=md`), "fromat");
  assert.equal(await ignored("/planner/ask/stream", { question: "Am I free?", source: "x" }), "source");
  for (const path of ["/?token=secret", "/dashboard/runs?status=failed"]) {
    assert.equal(await ignored(path), null);
  }
});

Deno.test("x-agent-harness-ignored is at most 1 KiB of printable ASCII, whatever is ignored", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  for (
    const names of [
      Array.from({ length: 500 }, (_, i) => `unknown_${i}`),
      ["é".repeat(500)],
      ["x".repeat(5000), "short"],
    ]
  ) {
    const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
    const response = await report(h, run.id, body);
    assert.equal(response.status, 201);
    const header = response.headers.get(IGNORED) ?? "";
    assert.match(header, /^[\x21-\x7e]{0,1024}$/);
    for (const name of header.split(",").filter(Boolean)) assert.ok(names.includes(decodeURIComponent(name)));
    if (names.includes("short")) assert.equal(header, "short");
  }
});

Deno.test("an error is application/problem+json for a client that asks for it, and { error } for every other", async () => {
  await using h = await harness();
  const cases: readonly (readonly [number, string, RequestInit, string | null])[] = [
    [400, "/runs?limit=0", {}, "operator-token"],
    [
      400,
      "/runs",
      { method: "POST", headers: { "content-type": "text/plain" }, body: "x" },
      "operator-token",
    ],
    [401, "/runs", {}, null],
    [403, "/runs/archive", { method: "POST" }, "agent-token"],
    [403, "/runs", { headers: { host: "evil.example" } }, "operator-token"],
    [404, "/runs/nothing", {}, "operator-token"],
    [404, "/no/such/route", {}, "operator-token"],
  ];
  for (const [status, path, init, token] of cases) {
    for (const accept of ["application/problem+json", "application/json, application/problem+json;q=0.9"]) {
      const headers = new Headers(init.headers);
      headers.set("accept", accept);
      const response = await h.send(path, { ...init, headers }, token);
      assert.equal(response.status, status, path);
      assert.equal(response.headers.get("content-type"), "application/problem+json", `${status} ${path}`);
      const problem = await response.json();
      assert.equal(problem.status, status);
      assert.equal(problem.detail, problem.error);
      for (const field of ["type", "title", "detail"]) assert.equal(typeof problem[field], "string", path);
    }
    const plain = await h.send(path, init, token);
    assert.equal(plain.headers.get("content-type"), "application/json", path);
    assert.deepEqual(Object.keys(await plain.json()), ["error"], path);
  }
});
