import assert from "node:assert/strict";
import { AGENT, type Harness, harness } from "../../harness.ts";
import { CatalogServer, configure, listOf, oneProvider } from "./catalog_server.ts";

const check = (h: Harness, provider = "near") =>
  h.operator("POST /providers/:provider/health-check", { params: { provider } });

const types = async (h: Harness, work: () => Promise<unknown>) =>
  (await h.eventsOf(work)).map(({ type }) => type);

Deno.test("POST /providers/:provider/health-check reads the catalog and asks for nothing to be generated", async () => {
  await using server = new CatalogServer({ kind: "lists", body: listOf("alpha", "beta") });
  await using h = await harness({ localServers: [] });
  configure(h, oneProvider(server.baseUrl));
  const before = (await h.operator("GET /providers/health")).near!;
  assert.deepEqual([before.status, before.apiReachability, before.ready], ["unknown", "unknown", true]);
  const caused = await types(h, () => check(h));
  assert.deepEqual(caused, [
    "provider.health_checked",
    "provider.health_changed",
    "provider.catalog_changed",
  ]);
  const after = (await h.operator("GET /providers/health")).near!;
  assert.deepEqual([after.status, after.apiReachability, after.cliReachability], [
    "up",
    "reachable",
    "not_applicable",
  ]);
  assert.deepEqual(after.modelPreview, ["alpha", "beta"]);
  assert.equal(after.catalogSource, "GET /models");
  assert.deepEqual(await h.operator("GET /models"), ["builtin/recipe", "near/alpha", "near/beta"]);
  assert.deepEqual(server.asked.map(({ method, path }) => `${method} ${path}`), ["GET /v1/models"]);
  assert.deepEqual(
    await types(h, () => check(h)),
    ["provider.health_checked"],
    "nothing changed the second time",
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a provider that is removed while it is checked keeps nothing of the check", async () => {
  const [reached, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async () => {
    reached.resolve();
    await goesOn.promise;
    return Response.json(listOf("alpha"));
  });
  await using h = await harness({ localServers: [] });
  configure(h, oneProvider(`http://127.0.0.1:${server.addr.port}/v1`));
  const checked = h.json("POST", "/providers/near/health-check");
  await reached.promise;
  await h.operator("POST /providers/:provider/remove", { params: { provider: "near" }, body: {} });
  const caused = await types(h, async () => {
    goesOn.resolve();
    assert.equal((await checked).status, 404);
  });
  assert.deepEqual(caused, []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

for (
  const [what, behaviour, fault, reachability, detail] of [
    [
      "401",
      { kind: "status", status: 401, body: "bad key" },
      "credentials",
      "reachable",
      /answered 401.*bad key/,
    ],
    ["500", { kind: "status", status: 500, body: "oh no" }, "server_error", "reachable", /answered 500/],
    ["429", { kind: "status", status: 429 }, "rate_limited", "reachable", /answered 429/],
    ["an endless answer", { kind: "endless" }, "unreachable", "unreachable", /more than \d+ bytes/],
    ["a hang", { kind: "hangs" }, "timeout", "unreachable", /did not answer within 500 ms/],
    ["garbage", { kind: "garbage" }, "not_understood", "reachable", /not JSON: <html>/],
    [
      "another document",
      { kind: "lists", body: { hello: 1 } },
      "not_understood",
      "reachable",
      /not a list of models/,
    ],
    [
      "a redirect",
      { kind: "status", status: 302, headers: { location: "http://127.0.0.1:1/" } },
      "refused",
      "reachable",
      /redirects to http:\/\/127\.0\.0\.1:1\//,
    ],
  ] as const
) {
  Deno.test(`a health check that meets ${what} is a failed check with its sentence, not an error`, async () => {
    await using server = new CatalogServer(behaviour);
    await using h = await harness({ localServers: [] });
    // Only what never comes is waited for no longer than that.
    const checks = behaviour.kind === "hangs" && { checks: { timeoutMilliseconds: 500 } };
    configure(h, { ...oneProvider(server.baseUrl), ...checks });
    const health = await check(h);
    assert.equal(health.status, fault === "unreachable" ? "down" : "degraded");
    assert.equal(health.apiReachability, reachability);
    assert.equal(health.lastErrors[0]!.fault, fault);
    assert.match(health.lastErrors[0]!.detail, detail);
    assert.equal(health.ready, fault !== "credentials" && fault !== "unreachable");
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

Deno.test("a server on this machine that was asked for and never answered is down, says what to do, and is listed", async () => {
  const gone = new CatalogServer({ kind: "garbage" });
  const { baseUrl } = gone;
  await gone[Symbol.asyncDispose]();
  await using h = await harness({ localServers: [{ id: "ollama", label: "Ollama", baseUrl }] });
  assert.deepEqual(Object.keys(await h.operator("GET /providers/health")), ["builtin"]);
  const health = await check(h, "ollama");
  assert.deepEqual([health.status, health.ready, health.failuresInARow], ["down", false, 1]);
  assert.match(health.reason!, /127\.0\.0\.1/);
  assert.match(health.fix!, /agent-harness providers check ollama/);
  const listed = await h.operator("GET /providers/health");
  assert.deepEqual(listed.ollama, health);
  assert.equal(listed.ollama!.lastErrors[0]!.fault, "unreachable");
  assert.deepEqual(await h.operator("GET /models"), ["builtin/recipe"], "it is no provider of models yet");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a server that is not there is unreachable", async () => {
  const gone = new CatalogServer({ kind: "garbage" });
  const { baseUrl } = gone;
  await gone[Symbol.asyncDispose]();
  await using h = await harness({ localServers: [] });
  configure(h, oneProvider(baseUrl));
  const health = await check(h);
  assert.deepEqual([health.apiReachability, health.lastErrors[0]!.fault], ["unreachable", "unreachable"]);
});

Deno.test("one failed check is degraded, two are down, one good one is up again; only changes are events and news", async () => {
  await using server = new CatalogServer({ kind: "lists", body: listOf("alpha") });
  await using h = await harness({ localServers: [] });
  configure(h, oneProvider(server.baseUrl));
  const seen: string[] = [];
  const open: number[] = [];
  const changes = await h.eventsOf(async () => {
    for (const good of [true, false, true, false, false, false, true, true]) {
      server.behaviour = good ? { kind: "lists", body: listOf("alpha") } : { kind: "status", status: 503 };
      seen.push((await check(h)).status);
      open.push((await h.operator("GET /notifications", { query: { category: "system" } })).items.length);
    }
  });
  assert.deepEqual(seen, ["up", "degraded", "up", "degraded", "down", "down", "up", "up"]);
  assert.deepEqual(
    changes.filter(({ type }) => type === "provider.health_changed").map(({ data }) =>
      (data as { to: string }).to
    ),
    ["up", "degraded", "up", "degraded", "down", "up"],
  );
  assert.deepEqual(open, [0, 0, 0, 0, 1, 1, 1, 1], "only being down is news");
  const [notice] = (await h.operator("GET /notifications", { query: { category: "system" } })).items;
  assert.match(notice!.title, /Provider down: near/);
  assert.deepEqual(
    await h.operator("GET /models", { query: { provider: "near" } }),
    ["near/alpha"],
    "its list stays",
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /providers/:provider/health-history gives the newest checks first, as many as are asked for", async () => {
  await using server = new CatalogServer({ kind: "lists", body: listOf("alpha") });
  await using h = await harness({ localServers: [] });
  configure(h, oneProvider(server.baseUrl));
  await check(h);
  server.behaviour = { kind: "garbage" };
  await check(h);
  const params = { provider: "near" };
  const all = await h.operator("GET /providers/:provider/health-history", { params });
  assert.deepEqual(all.map(({ ok, trigger }) => [ok, trigger]), [[false, "demand"], [true, "demand"]]);
  assert.equal(new Set(all.map(({ id }) => id)).size, 2);
  const one = await h.operator("GET /providers/:provider/health-history", { params, query: { limit: 1 } });
  assert.deepEqual(one, all.slice(0, 1));
  const unknown = await h.json("GET", "/providers/nobody/health-history");
  assert.deepEqual([unknown.status, unknown.body.error], [404, 'There is no provider with the id "nobody".']);
});

Deno.test("checks of one provider that are asked for at once are one check", async () => {
  await using server = new CatalogServer({ kind: "status", status: 500 });
  await using h = await harness({ localServers: [] });
  configure(h, oneProvider(server.baseUrl));
  const all = await Promise.all([check(h), check(h), check(h)]);
  assert.deepEqual(all.map(({ status }) => status), ["degraded", "degraded", "degraded"]);
  assert.equal(server.asked.length, 1);
});

Deno.test("an address that lacks its /v1 is found out, and the sentence says what to set", async () => {
  await using server = new CatalogServer({ kind: "lists", body: listOf("alpha") });
  await using h = await harness({ localServers: [] });
  configure(h, oneProvider(server.origin));
  const health = await check(h);
  assert.equal(health.status, "degraded");
  assert.match(
    health.detail!,
    new RegExp(`The API is at ${server.baseUrl}. Set the baseUrl of "near" to that.`),
  );
});

Deno.test("a server without a list of models is up where the configuration names some", async () => {
  await using server = new CatalogServer({ kind: "lists", body: null, paths: { "/v1/models": undefined } });
  server.behaviour = { kind: "status", status: 404 };
  await using h = await harness({ localServers: [] });
  configure(h, oneProvider(server.baseUrl, { models: [{ id: "named" }] }));
  assert.equal((await check(h)).status, "up");
  configure(h, oneProvider(server.baseUrl));
  assert.match((await check(h)).detail!, /list them in "models"/);
});

Deno.test("the key of a check goes to the provider alone, with a receipt, and into nothing else", async () => {
  const canary = "canary-8d1f2f0c-key";
  await using server = new CatalogServer({ kind: "status", status: 401, body: `no: ${canary}` });
  await using h = await harness({ localServers: [] });
  configure(h, oneProvider(server.baseUrl, { secret: "near-key" }));
  const missing = (await h.operator("GET /providers/health")).near!;
  assert.deepEqual([missing.ready, missing.credentials.status], [false, "missing"]);
  assert.match(missing.credentials.fix!, /agent-harness secrets set --name near-key/);
  const secret = await h.operator("POST /secrets", {
    body: { name: "near-key", kind: "api-key", value: canary },
  });
  const health = await check(h);
  assert.equal(server.asked[0]!.headers.get("authorization"), `Bearer ${canary}`);
  assert.deepEqual([health.ready, health.credentials.status], [false, "rejected"]);
  const used = await h.operator("GET /secrets/:id", { params: { id: secret.id } });
  assert.equal(used.receipts.items[0]!.call, "provider.health_check");
  assert.equal(used.receipts.items[0]!.host, new URL(server.baseUrl).host);
  for (
    const path of [
      "/providers/health",
      "/providers/near/health-history",
      "/control-plane/status",
      "/model-catalog",
    ]
  ) {
    for (const token of [undefined, AGENT]) {
      const { body } = await h.json("GET", path, undefined, token);
      assert.ok(!JSON.stringify(body).includes(canary), `${path} as ${token ?? "operator"}`);
    }
  }
  const log = JSON.stringify(h.store.events.after(0, 10_000));
  assert.ok(!log.includes(canary));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /providers/health: the agent sees neither credentials nor the names or ids of secrets", async () => {
  await using h = await harness({ localServers: [] });
  configure(h, oneProvider("http://127.0.0.1:9/v1", { secret: "a-very-own-name" }));
  const { id } = await h.operator("POST /secrets", {
    body: { name: "openai", kind: "api-key", provider: "openai", value: "canary-key-value" },
  });
  const seenByAgent = async () => {
    const { status, body } = await h.json("GET", "/providers/health", undefined, AGENT);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ["builtin", "near", "openai"]);
    const paths = [
      "/notifications",
      "/control-plane/status",
      "/model-catalog",
      "/coordinator/command-center",
    ];
    const others = await Promise.all(paths.map((path) => h.json("GET", path, undefined, AGENT)));
    for (const text of [body, ...others.map((other) => other.body)].map((each) => JSON.stringify(each))) {
      for (const hidden of ["a-very-own-name", id, '"credentials":', "secretName"]) {
        assert.ok(!text.includes(hidden), hidden);
      }
    }
    return body.near;
  };
  assert.equal((await seenByAgent()).ready, false);
  await check(h);
  await check(h);
  const { status, detail, lastErrors } = await seenByAgent();
  assert.deepEqual([status, lastErrors.length], ["down", 2]);
  assert.match(detail, /cannot be used with its key/);
  const near = (await h.operator("GET /providers/health")).near!;
  assert.match(near.detail!, /a-very-own-name/, "the operator reads what is wrong");
  for (
    const [method, path] of [["GET", "/providers/near/health-history"], [
      "POST",
      "/providers/near/health-check",
    ]]
  ) {
    assert.equal((await h.json(method!, path!, undefined, AGENT)).status, 403, path);
  }
});

Deno.test("a server of this machine is known once it has answered a check, and not before", async () => {
  await using server = new CatalogServer({
    kind: "lists",
    body: { data: [{ id: "here:latest", owned_by: "library" }, { id: "far-cloud", owned_by: "library" }] },
    paths: {
      "/api/tags": {
        models: [
          { name: "here:latest", details: { parameter_size: "8B", quantization_level: "Q4" } },
          { name: "far-cloud", remote_host: "https://ollama.com" },
        ],
      },
    },
  });
  const localServers = [
    { id: "ollama", label: "Ollama", baseUrl: server.baseUrl },
    { id: "vllm", label: "vLLM", baseUrl: "http://127.0.0.1:9/v1" },
  ];
  await using h = await harness({ localServers });
  assert.deepEqual(Object.keys(await h.operator("GET /providers/health")), ["builtin"]);
  assert.equal((await check(h, "vllm")).apiReachability, "unreachable");
  assert.equal((await check(h, "vllm")).status, "down");
  assert.deepEqual((await h.operator("GET /notifications")).items, [], "what was never there is no news");
  const found = await check(h, "ollama");
  assert.deepEqual([found.source, found.status, found.catalogSource], ["detected", "up", "GET /api/tags"]);
  assert.deepEqual(Object.keys(await h.operator("GET /providers/health")), ["builtin", "ollama", "vllm"]);
  const catalog = await h.operator("GET /model-catalog", { query: { provider: "ollama" } });
  assert.deepEqual(catalog.map(({ model, privacy, price }) => [model, privacy, price.inputCostPerMillion]), [
    ["here:latest", "local", 0],
    ["far-cloud", "third-party", null],
  ]);
  assert.deepEqual(h.rebuildDifferences(), []);
});
