import assert from "node:assert/strict";
import { AGENT, harness } from "../../harness.ts";
import { TestRepository } from "../../git.ts";
import { configure, oneProvider } from "../providers/catalog_server.ts";

const POLICY = {
  name: "cheap work",
  match: { role: "worker" },
  prefer: [{ provider: "near", model: "small" }],
  limits: { privacy: "local" as const },
};

const near = oneProvider("http://127.0.0.1:9/v1", {
  models: [
    { id: "small", inputCostPerMillion: 1, outputCostPerMillion: 2, roles: ["worker"], notes: "quick" },
    { id: "big" },
  ],
});

Deno.test("POST /model-routing/policies makes a policy, and replaces the one whose id is given", async () => {
  await using h = await harness({ localServers: [] });
  configure(h, near);
  const made = await h.json("POST", "/model-routing/policies", POLICY);
  assert.equal(made.status, 201);
  assert.deepEqual([made.body.status, made.body.priority, made.body.version, made.body.warnings], [
    "active",
    0,
    1,
    [],
  ]);
  const { id } = made.body;
  const changes = await h.eventsOf(async () => {
    const same = await h.json("POST", "/model-routing/policies", { ...POLICY, id });
    assert.deepEqual([same.status, same.body], [200, made.body]);
  });
  assert.deepEqual(changes, [], "asking for what is there changes nothing");
  const updated = await h.json("POST", "/model-routing/policies", {
    ...POLICY,
    id,
    status: "inactive",
    priority: 5,
  });
  assert.deepEqual([updated.status, updated.body.version, updated.body.priority], [200, 2, 5]);
  const kept = await h.json("POST", "/model-routing/policies", { ...POLICY, id });
  assert.deepEqual([kept.body.status, kept.body.priority], ["inactive", 5], "what is left out stays");
  assert.deepEqual(await h.operator("GET /model-routing/policies/:id", { params: { id } }), updated.body);
  assert.deepEqual(await h.operator("GET /model-routing/policies", { query: { status: "active" } }), []);
  assert.deepEqual((await h.operator("GET /model-routing/policies")).map((each) => each.id), [id]);
  const cleared = await h.json("POST", "/model-routing/policies", {
    ...POLICY,
    id,
    status: null,
    priority: null,
    limits: null,
  });
  assert.deepEqual([cleared.status, cleared.body.status, cleared.body.priority, cleared.body.limits], [
    200,
    "active",
    0,
    {},
  ]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /model-routing/policies refuses what cannot be meant, and records nothing", async () => {
  await using h = await harness({ localServers: [] });
  const events = await h.eventsOf(async () => {
    for (
      const [body, status, sentence] of [
        [{ ...POLICY, id: "route_unknown" }, 404, /no model routing policy with the id "route_unknown"/],
        [{ ...POLICY, prefer: [...POLICY.prefer, ...POLICY.prefer] }, 400, /prefer names near\/small twice/],
        [{ ...POLICY, limits: { privacy: "secret" } }, 400, /limits\.privacy/],
        [{ ...POLICY, limits: { maxCostUsd: 0 } }, 400, /limits\.maxCostUsd/],
        [{ ...POLICY, name: "" }, 400, /name/],
        [{ ...POLICY, prefer: [], limits: {} }, 400, /Name a model or a limit/],
        [{ name: "x" }, 400, /match|prefer/],
      ] as const
    ) {
      const answer = await h.json("POST", "/model-routing/policies", body);
      assert.equal(answer.status, status, JSON.stringify(body));
      assert.match(answer.body.error, sentence);
    }
  });
  assert.deepEqual(events, []);
  for (const [method, path] of [["GET", ""], ["POST", ""], ["GET", "/x"]]) {
    const answer = await h.json(
      method!,
      `/model-routing/policies${path}`,
      method === "POST" ? POLICY : undefined,
      AGENT,
    );
    assert.equal(answer.status, 403, `${method} ${path}`);
  }
});

Deno.test("a policy that prefers what nobody has says so, until somebody has it", async () => {
  await using h = await harness({ localServers: [] });
  const { id, warnings } = await h.operator("POST /model-routing/policies", { body: POLICY });
  assert.match(warnings.join(), /There is no provider "near"/);
  configure(h, near);
  assert.deepEqual((await h.operator("GET /model-routing/policies/:id", { params: { id } })).warnings, []);
});

Deno.test("POST /model-routing/preview says who is selected, who stands in, why, what it costs, and writes nothing", async () => {
  await using h = await harness({ localServers: [] });
  configure(h, { ...near, budgets: { perRunUsd: 0.01 } });
  const { id } = await h.operator("POST /model-routing/policies", {
    body: { ...POLICY, prefer: [{ provider: "near", model: "small" }, { provider: "near", model: "big" }] },
  });
  const events = await h.eventsOf(async () => {
    const preview = await h.agent("POST /model-routing/preview", {
      body: { role: "worker", request: "Make it nicer." },
    });
    assert.equal(preview.selectedModel?.id, "near/small");
    assert.equal(preview.selectedModel?.privacy, "local");
    assert.match(preview.selectedModel!.executionPath, /openai-compatible: http:\/\/127\.0\.0\.1:9\/v1/);
    const cost = preview.selectedModel!.expectedCostUsd!;
    assert.ok(cost.low > 0 && cost.high > cost.low);
    assert.deepEqual(preview.alternatives.map((each) => [each.id, each.expectedCostUsd]), [[
      "near/big",
      null,
    ]]);
    assert.equal(preview.matchingPolicyId, id);
    assert.match(preview.rationale.join(), /cheap work/);
    assert.deepEqual(preview.budget, { charged: ["run"], leftUsd: 0.01 });
    assert.match(preview.warnings.join(), /The budget has 0.01 USD left/);
  });
  assert.deepEqual(events, []);
});

Deno.test("POST /model-routing/preview: a worker that is named passes a policy by; only its limits are held against it", async () => {
  await using h = await harness({ localServers: [] });
  configure(h, near);
  const { id } = await h.operator("POST /model-routing/policies", { body: { ...POLICY, limits: {} } });
  const worker = { provider: "foo", model: "x" };
  const preview = () =>
    h.operator("POST /model-routing/preview", {
      body: { role: "worker", request: "Make it nicer.", worker },
    });
  const free = await preview();
  assert.equal(free.matchingPolicyId, null);
  assert.deepEqual(free.warnings, ["The run would wait for the requested model."]);
  await h.operator("POST /model-routing/policies", { body: { ...POLICY, id } });
  const limited = await preview();
  assert.deepEqual([limited.matchingPolicyId, limited.limits], [id, { privacy: "local" }]);
  assert.doesNotMatch(limited.warnings.join(), /prefers/);
});

Deno.test("POST /model-routing/preview: without a usable model, it says what is missing and how to connect one", async () => {
  await using h = await harness({ localServers: [] });
  const warnings = async () =>
    (await h.operator("POST /model-routing/preview", { body: { request: "Make it nicer." } })).warnings[0];
  const how = "To connect a model or an agent: `agent-harness connect`, or the page Models.";
  assert.equal(await warnings(), `No model or agent is connected, so the run would wait for one. ${how}`);
  configure(h, oneProvider("http://127.0.0.1:9/v1", { secret: "gone", models: [{ id: "small" }] }));
  assert.equal(
    await warnings(),
    `No connected model or agent can be used now, so the run would wait for one. ${how}`,
  );
});

Deno.test("a request that no policy has a model for names its line and what is wrong with it, in preview and run", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, localServers: [] });
  const prefer = [{ provider: "builtin", model: "recipe" }];
  await h.operator("POST /model-routing/policies", { body: { name: "p1", match: {}, prefer } });
  for (
    const [request, line] of [
      ['create ../x.md with "x"', /Line 1, "create \.\.\/x\.md.*it contains "\.\."/],
      [
        'create a.md with "x"\nplease refactor',
        /Line 2, "refactor"/,
      ],
    ] as const
  ) {
    const preview = await h.operator("POST /model-routing/preview", { body: { request } });
    assert.equal(preview.selectedModel, null);
    assert.match(preview.warnings.join(" "), line);
    const { id } = await h.operator("POST /coordinator/runs", {
      body: { request, repoPath: repository.root },
    });
    const run = await h.settled(id);
    assert.equal(run.waitingFor?.kind, "dependency");
    assert.match(run.waitingFor!.detail, line);
    assert.match(run.waitingFor!.detail, /policy "p1"/);
  }
});

Deno.test("POST /model-routing/preview: a limit leaves out what is beyond it, and says why", async () => {
  await using h = await harness({ localServers: [] });
  configure(h, {
    providers: [
      {
        id: "far",
        kind: "openai-compatible",
        baseUrl: "https://models.example.org/v1",
        models: [{ id: "m" }],
      },
      ...near.providers,
    ],
  });
  const free = await h.operator("POST /model-routing/preview", { body: { request: "Make it nicer." } });
  assert.equal(free.selectedModel?.id, "far/m");
  assert.match(free.warnings.join(), /sent to a third party/);
  const limited = await h.operator("POST /model-routing/preview", {
    body: { request: "Make it nicer.", limits: { privacy: "local", maxCostUsd: 100 } },
  });
  assert.equal(limited.selectedModel?.id, "near/small");
  assert.deepEqual(limited.excluded.map((each) => each.id), ["builtin/recipe", "far/m", "near/big"]);
  assert.match(limited.excluded[1]!.reason, /with a third party, and the limit is on this machine/);
  assert.match(limited.excluded[2]!.reason, /price is unknown/);
  const named = await h.operator("POST /model-routing/preview", {
    body: {
      request: "Make it nicer.",
      worker: { provider: "far" },
      limits: { privacy: "local", maxCostUsd: 50 },
    },
  });
  assert.equal(named.limits.maxCostUsd, 50);
  assert.equal(named.selectedModel, null, "naming a model passes no limit");
});

Deno.test("POST /model-routing/preview without a model: a recipe needs none, other words wait, and the status says what to do", async () => {
  await using h = await harness({
    localServers: [{ id: "ollama", label: "Ollama", baseUrl: "http://127.0.0.1:9/v1" }],
  });
  const recipe = await h.operator("POST /model-routing/preview", {
    body: { request: 'create a.md with "x"' },
  });
  assert.equal(recipe.selectedModel?.id, "builtin/recipe");
  assert.deepEqual(recipe.selectedModel?.expectedCostUsd, { low: 0, high: 0 });
  const words = await h.operator("POST /model-routing/preview", { body: { request: "Make it nicer." } });
  assert.equal(words.selectedModel, null);
  const { nextStep } = (await h.operator("GET /control-plane/status")).modelCatalogStatus;
  assert.match(nextStep!.detail, /No model is configured. Recipes work without one/);
  assert.match(nextStep!.command, /^agent-harness (connect$|secrets set )/);
});

Deno.test("GET /model-catalog says of each model how it is reached, how private it is, and what it costs", async () => {
  await using h = await harness({ localServers: [] });
  configure(h, {
    providers: [...near.providers, {
      id: "agent",
      kind: "acp",
      command: ["some-agent", "acp"],
      privacy: "third-party",
    }],
  });
  const catalog = await h.agent("GET /model-catalog");
  assert.deepEqual(catalog.map(({ id }) => id), [
    "builtin/recipe",
    "near/small",
    "near/big",
    "agent/default",
  ]);
  const [builtin, small, big, agent] = catalog;
  assert.equal(builtin!.executionPath, "in this process");
  assert.deepEqual([small!.roles, small!.notes, small!.price.inputCostPerMillion], [["worker"], "quick", 1]);
  assert.equal(big!.price.inputCostPerMillion, null);
  assert.deepEqual([agent!.executionPath, agent!.privacy], ["acp: some-agent acp", "third-party"]);
  const page = await h.operator("GET /model-catalog", { query: { limit: 2, offset: 1 } });
  assert.deepEqual(page, (await h.operator("GET /model-catalog")).slice(1, 3));
  const unknown = await h.json("GET", "/models?provider=nobody");
  assert.deepEqual([unknown.status, unknown.body.error], [
    400,
    'The provider "nobody" does not exist. Known providers: builtin, near, agent.',
  ]);
});
