import assert from "node:assert/strict";
import type { Route } from "../../../store/model_use/route_events.ts";
import { gradeRoute } from "../../../services/workforce/routing/receipt.ts";
import { TestRepository } from "../../git.ts";
import { harness } from "../../harness.ts";
import { approvePending } from "../../runs/scenario.ts";
import { CatalogServer, configure as writeSettings, listOf } from "../providers/catalog_server.ts";
import { fails } from "../server/reply.ts";
import { impatient } from "../workers/manual_time.ts";
import { configure, ModelWorld, planning, providerOf, works } from "../workers/scenario.ts";

const EDIT = { name: "create_file", input: { path: "made.md", content: "made\n" } };

Deno.test("a run without a worker goes where the policy sends it, and its receipt says that the preview held", async () => {
  await using world = await ModelWorld.open(planning(works(EDIT)));
  const { h } = world;
  const policy = await h.operator("POST /model-routing/policies", {
    body: {
      name: "mine",
      match: {},
      prefer: [{ provider: "local", model: "test-model" }],
      limits: { privacy: "local" },
    },
  });
  const request = "Make a file.";
  const preview = await h.operator("POST /model-routing/preview", { body: { role: "worker", request } });
  const run = await world.run(request, { worker: undefined });
  assert.equal(run.status, "waiting", run.statusDetail);
  const [routed] = world.events(run.id, "model.routed");
  const { selected, matchingPolicyId } = routed!.data as Route;
  assert.equal(`${selected.provider}/${selected.model}`, preview.selectedModel?.id);
  assert.deepEqual(selected.expectedCostUsd, preview.selectedModel?.expectedCostUsd);
  assert.equal(matchingPolicyId, policy.id);
  const { routing } = run;
  assert.deepEqual([routing!.held, routing!.differences], [true, []]);
  assert.deepEqual(routing!.actual.models.map(({ id }) => id), ["local/test-model"]);
  assert.equal(routing!.actual.costUsd.toFixed(9), (routing!.actual.calls * 0.00014).toFixed(9));
  const [listed] = await h.operator("GET /runs", { query: {} });
  assert.equal(listed!.costUsd, routing!.actual.costUsd, "the list has the same cost");
  assert.equal((await approvePending(h, run)).status, "completed");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("when the first model fails its stand-in does the work, within the limits, and the receipt says so", async () => {
  await using world = await ModelWorld.open((question) =>
    question.model === "broken" ? fails(400, "no") : planning(works(EDIT))(question)
  );
  const { h, server } = world;
  const models = [
    { id: "broken", inputCostPerMillion: 1, outputCostPerMillion: 2 },
    { id: "good", inputCostPerMillion: 1, outputCostPerMillion: 2 },
  ];
  configure(h.directory, [providerOf(server, { models })]);
  await h.operator("POST /model-routing/policies", {
    body: {
      name: "two",
      match: {},
      prefer: [{ provider: "local", model: "broken" }, { provider: "local", model: "good" }],
    },
  });
  const script = planning(works(EDIT));
  server.script = (question) => question.model === "broken" ? fails(400, "no") : script(question);
  const run = await world.run("Make a file.", { worker: undefined });
  assert.equal(run.status, "waiting", run.statusDetail);
  assert.ok(world.events(run.id, "model.rerouted").length > 0);
  assert.equal(run.routing!.held, false);
  assert.match(
    run.routing!.differences.join(),
    /local\/good answered \d+ calls? instead of local\/broken/,
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a recipe needs no model, also where one is ready", async () => {
  await using world = await ModelWorld.open(() => fails(500, "nobody should ask"));
  const run = await world.run('create a.md with "x"', { worker: undefined });
  assert.equal(run.status, "waiting", run.statusDetail);
  assert.equal(run.plannedBy?.provider, "builtin");
  assert.equal(world.server.questions.length, 0);
});

Deno.test("a policy's limit holds for a run that names its model itself", async () => {
  await using world = await ModelWorld.open(planning(works(EDIT)));
  const { h, server } = world;
  configure(h.directory, [providerOf(server, { privacy: "third-party" })]);
  await h.operator("POST /model-routing/policies", {
    body: { name: "stay here", match: {}, prefer: [], limits: { privacy: "local" } },
  });
  const run = await world.run("Make a file.");
  assert.equal(run.status, "waiting");
  assert.equal(run.waitingFor?.kind, "dependency");
  assert.match(run.waitingFor!.detail, /local\/test-model is not used: It is with a third party/);
  assert.equal(server.questions.length, 0);
});

Deno.test("a run that waits for a provider continues automatically when a secret, a check or the configuration brings it", async () => {
  await using server = new CatalogServer({ kind: "status", status: 500 });
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, localServers: [], pause: impatient().pause });
  const models = [{ id: "m" }];
  const near = { id: "near", kind: "openai-compatible", baseUrl: server.baseUrl, models, secret: "near-key" };
  writeSettings(h, { providers: [near] });
  const create = () =>
    h.operator("POST /coordinator/runs", {
      body: {
        request: "Make a file.",
        repoPath: repository.root,
        worker: { provider: "near", model: "m" },
        onFailure: "fail",
      },
    });
  const { id } = await create();
  const waiting = await h.settled(id);
  assert.match(waiting.waitingFor!.detail, /near\/m is not used: Its key is missing/);
  assert.deepEqual([waiting.waitingFor!.kind, waiting.nextMove!.owner], ["auth", "human"]);
  assert.match(waiting.waitingFor!.detail, /Ready: builtin\/recipe/);
  await h.operator("POST /secrets", {
    body: { name: "near-key", kind: "api-key", value: "canary-key-value" },
  });
  const ended = await h.until(id, ({ status }) => status === "failed");
  assert.equal(ended.statusReason, "provider_unavailable", "the server has nothing but a catalog");

  const check = () => h.operator("POST /providers/:provider/health-check", { params: { provider: "near" } });
  await check();
  await check();
  const second = await h.settled((await create()).id);
  assert.match(second.waitingFor!.detail, /near\/m is not used: .*answered 500/);
  assert.deepEqual([second.waitingFor!.kind, second.nextMove!.owner], ["dependency", "dependency"]);
  server.behaviour = { kind: "lists", body: listOf("m") };
  await check();
  await h.until(second.id, ({ status }) => status === "failed");

  writeSettings(h, { providers: [] });
  const third = await h.settled((await create()).id);
  assert.match(third.waitingFor!.detail, /There is no provider "near"/);
  writeSettings(h, { providers: [near] });
  await h.service.providerMonitor.runOnce(h.service);
  await h.until(third.id, ({ status }) => status === "failed");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the background checks what is in use, when it is due, and nothing else", async () => {
  await using used = new CatalogServer({ kind: "lists", body: listOf("m") });
  await using unused = new CatalogServer({ kind: "lists", body: listOf("n") });
  let now = Date.parse("2026-01-01T00:00:00.000Z");
  await using h = await harness({ localServers: [], now: () => new Date(now) });
  writeSettings(h, {
    checks: { intervalSeconds: 60 },
    providers: [
      { id: "used", kind: "openai-compatible", baseUrl: used.baseUrl },
      { id: "unused", kind: "openai-compatible", baseUrl: unused.baseUrl },
    ],
  });
  const monitor = h.service.providerMonitor;
  assert.deepEqual(await monitor.runOnce(h.service), []);
  await h.operator("POST /model-routing/policies", {
    body: { name: "p", match: {}, prefer: [{ provider: "used", model: "m" }] },
  });
  assert.deepEqual(await monitor.runOnce(h.service), ["used"]);
  assert.deepEqual(await monitor.runOnce(h.service), [], "not due yet");
  now += 61_000;
  assert.deepEqual(await monitor.runOnce(h.service), ["used"]);
  assert.deepEqual([used.asked.length, unused.asked.length], [2, 0]);
  const history = await h.operator("GET /providers/:provider/health-history", {
    params: { provider: "used" },
  });
  assert.deepEqual(history.map(({ trigger }) => trigger), ["background", "background"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

const ROUTE: Route = {
  selected: { provider: "a", model: "m", privacy: "local", expectedCostUsd: { low: 1, high: 2 } },
  alternatives: [],
  matchingPolicyId: null,
  limits: { maxCostUsd: 3 },
  rationale: "",
};
const SPEND = {
  calls: 1,
  failedCalls: 0,
  openCalls: 0,
  inputTokens: 1,
  outputTokens: 1,
  costUsd: 1.5,
  unknownCalls: 0,
  reservedUsd: 0,
  lostCalls: 0,
  lostUsd: 0,
};

Deno.test("gradeRoute() finds another model, a higher cost, a passed limit, and a cost that nobody knows", () => {
  const own = { provider: "a", model: "m", calls: 2, completed: 1 };
  assert.deepEqual(gradeRoute(ROUTE, [own], SPEND), []);
  assert.deepEqual(
    gradeRoute(ROUTE, [own, { ...own, model: "n", completed: 0 }], SPEND),
    [],
    "it never answered",
  );
  assert.match(gradeRoute(ROUTE, [{ ...own, model: "n" }], SPEND).join(), /a\/n answered 1 call/);
  assert.match(gradeRoute(ROUTE, [own], { ...SPEND, costUsd: 2.5 }).join(), /but at most 2 USD was expected/);
  assert.match(gradeRoute(ROUTE, [own], { ...SPEND, costUsd: 3.5 }).join(), /limit is 3 USD/);
  assert.match(gradeRoute(ROUTE, [own], { ...SPEND, unknownCalls: 1 }).join(), /is unknown/);
});
