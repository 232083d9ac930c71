import assert from "node:assert/strict";
import fc from "fast-check";
import { admitCall } from "../../../services/sessions/models/budgets/admit.ts";
import { budgetVerdictOf } from "../../../services/sessions/models/budgets/verdict.ts";
import { contextFor, record } from "../../../services/ground/kernel/context.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type Harness, harness } from "../../harness.ts";
import { queuedRun } from "../../routes/queued_run.ts";
import { configure as writeSettings } from "../providers/catalog_server.ts";
import { wakeForBudget } from "../../../services/execution/tasks/waits.ts";
import { approvePending } from "../../runs/scenario.ts";
import { configure, isPlanning, ModelWorld, planning, providerOf, works } from "../workers/scenario.ts";

Deno.test("verdictOf() warns from 80 % on and lets nothing pass the limit", () => {
  const cents = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: 1, max: 1000 }), (committed, worst, limit) => {
      const budget = { limitUsd: limit / 100, committedUsd: committed / 100 };
      const verdict = budgetVerdictOf(budget, worst / 100);
      assert.equal(verdict === "exceeds", committed + worst > limit);
      if (verdict !== "exceeds") assert.equal(verdict === "warns", (committed + worst) * 10 >= limit * 8);
    }),
    { examples: [[0, 4, 5]] }, // 0.05 · 0.8 is a little more than 0.04
  );
});

Deno.test("verdictOf() refuses a call of unknown price only when what is known fills the budget", () => {
  assert.equal(budgetVerdictOf({ limitUsd: 1, committedUsd: 0.5 }, null), "fits");
  assert.equal(budgetVerdictOf({ limitUsd: 1, committedUsd: 0.9 }, null), "warns");
  assert.equal(budgetVerdictOf({ limitUsd: 1, committedUsd: 1 }, null), "exceeds");
});

const call = (worstCaseUsd: number | null, runId?: string) => ({
  provider: "p",
  model: "m",
  worstCaseUsd,
  runId,
});

/** Records a call as a worker does, in the unit in which it was admitted. */
function makeCall(h: Harness, runId: string, callId: string, worstCaseUsd: number | null): boolean {
  const ctx = contextFor(h.service, "system");
  const admission = admitCall(ctx, call(worstCaseUsd, runId));
  if (!admission.admitted) return false;
  const data = {
    callId,
    provider: "p",
    model: "m",
    purpose: "work",
    attempt: 1,
    estimatedInputTokens: 1,
    worstCaseUsd,
  };
  record(ctx, runStream, runId, [{ type: "model.called", data }], { runId });
  return true;
}

function endCall(h: Harness, runId: string, callId: string, costUsd: number | null): void {
  const data = {
    callId,
    provider: "p",
    model: "m",
    inputTokens: 10,
    outputTokens: 5,
    cachedInputTokens: null,
    costUsd,
    durationMilliseconds: 1,
    finish: "stop",
  };
  record(contextFor(h.service, "system"), runStream, runId, [{ type: "model.completed", data }], { runId });
}

const spend = async (h: Harness) => (await h.operator("GET /control-plane/status")).spend;

Deno.test("a call under way is counted with its worst case, an ended one with its cost, an unknown one as unknown", async () => {
  await using h = await harness({ localServers: [] });
  await using run = await queuedRun(h);
  writeSettings(h, { budgets: { perDayUsd: 1 } });
  assert.ok(makeCall(h, run.id, "one", 0.5));
  assert.deepEqual([(await spend(h)).today.reservedUsd, (await spend(h)).today.openCalls], [0.5, 1]);
  assert.ok(!makeCall(h, run.id, "beyond", 0.6), "two calls at once cannot pass the budget together");
  endCall(h, run.id, "one", 0.1);
  assert.ok(makeCall(h, run.id, "two", 0.6));
  endCall(h, run.id, "two", null);
  const { today, budgets, byProvider } = await spend(h);
  assert.deepEqual(
    [today.calls, today.costUsd, today.unknownCalls, today.reservedUsd, today.openCalls],
    [2, 0.1, 1, 0.6, 0],
  );
  assert.deepEqual([budgets.leftTodayUsd, budgets.state], [0.3, "ok"]);
  assert.deepEqual(byProvider.map(({ id, calls }) => [id, calls]), [["p", 2]]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a call that was lost is said with what is kept for it, and released once its end is known", async () => {
  await using h = await harness({ localServers: [] });
  await using run = await queuedRun(h);
  writeSettings(h, { budgets: { perDayUsd: 1 } });
  makeCall(h, run.id, "lost", 0.5);
  makeCall(h, run.id, "unpriced", null);
  await h.operator("POST /runs/:id/cancel", { params: { id: run.id } });
  const lost = await spend(h);
  assert.deepEqual([lost.today.openCalls, lost.today.lostCalls, lost.today.lostUsd], [0, 2, 0.5]);
  assert.deepEqual([lost.byProvider[0]!.lostCalls, lost.budgets.leftTodayUsd], [2, 0.5]);
  endCall(h, run.id, "lost", 0.1);
  const { today, budgets } = await spend(h);
  assert.deepEqual([today.lostCalls, today.lostUsd, today.reservedUsd], [1, 0, 0]);
  assert.equal(budgets.leftTodayUsd, 0.9);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a budget is warned of once at 80 %, refused at 100 %, and warned of anew when it is changed", async () => {
  await using h = await harness({ localServers: [] });
  await using run = await queuedRun(h);
  writeSettings(h, { budgets: { perDayUsd: 1 } });
  const events: string[] = [];
  const note = async (work: () => void) =>
    events.push(
      ...(await h.eventsOf(async () => {
        work();
        await h.store.durable();
      })).map(({ type }) => type).filter((type) => type.startsWith("budget.")),
    );
  const spends = (id: string, usd: number) => () => {
    if (makeCall(h, run.id, id, usd)) endCall(h, run.id, id, usd);
  };
  await note(spends("a", 0.7));
  assert.deepEqual(events, []);
  await note(spends("b", 0.1));
  await note(spends("c", 0.1));
  assert.deepEqual(events, ["budget.warned"]);
  await note(spends("d", 0.2));
  await note(spends("e", 0.2));
  assert.deepEqual(events, ["budget.warned", "budget.exceeded"]);
  assert.deepEqual([(await spend(h)).today.costUsd, (await spend(h)).budgets.state], [0.9, "warned"]);
  const notices = (await h.operator("GET /notifications", { query: { category: "system" } })).items;
  assert.deepEqual(notices.map(({ title }) => title), [
    "Today's budget is spent",
    "Today's budget is nearly spent",
  ]);
  writeSettings(h, { budgets: { perDayUsd: 1.2 } });
  await note(spends("f", 0.2));
  assert.deepEqual(events.slice(2), ["budget.warned"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a day's budget begins anew with the next day of UTC, a run's does not", async () => {
  let now = Date.parse("2026-01-01T23:59:00.000Z");
  await using h = await harness({ localServers: [], now: () => new Date(now) });
  await using run = await queuedRun(h);
  writeSettings(h, { budgets: { perDayUsd: 1, perRunUsd: 1.5 } });
  assert.ok(makeCall(h, run.id, "a", 1));
  endCall(h, run.id, "a", 1);
  assert.ok(!makeCall(h, run.id, "b", 0.1));
  assert.equal((await spend(h)).budgets.state, "exhausted");
  now += 60_000;
  assert.ok(makeCall(h, run.id, "c", 0.1));
  endCall(h, run.id, "c", 0.1);
  assert.ok(!makeCall(h, run.id, "d", 0.5), "that would pass what the run may cost");
  assert.deepEqual((await spend(h)).today.costUsd, 0.1);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an unknown price is admitted with a budget, or refused where the configuration says so", async () => {
  await using h = await harness({ localServers: [] });
  await using run = await queuedRun(h);
  const ctx = contextFor(h.service, "system");
  writeSettings(h, { budgets: { perDayUsd: 1 } });
  assert.deepEqual(admitCall(ctx, call(null, run.id)), { admitted: true });
  writeSettings(h, { budgets: { perDayUsd: 1, unknownCost: "refuse" } });
  const refused = admitCall(ctx, call(null, run.id));
  assert.match(refused.admitted ? "" : refused.detail, /price of p\/m is unknown/);
  assert.equal((await spend(h)).budgets.unknownCost, "refuse");
  const { budget } = await h.operator("POST /model-routing/preview", { body: { request: "Tidy up." } });
  assert.deepEqual(budget.charged, ["day"]);
  writeSettings(h, { budgets: { unknownCost: "refuse" } });
  assert.deepEqual(
    admitCall(ctx, call(null, run.id)),
    { admitted: true },
    "without a budget there is nothing to hold",
  );
});

Deno.test("a deleted run gives no money back, and a call that it cut off counts as unknown", async () => {
  await using h = await harness({ localServers: [] });
  await using run = await queuedRun(h);
  writeSettings(h, { budgets: { perDayUsd: 1 } });
  makeCall(h, run.id, "a", 0.3);
  endCall(h, run.id, "a", 0.2);
  makeCall(h, run.id, "b", 0.4);
  const before = await spend(h);
  await h.operator("POST /runs/:id/delete", { params: { id: run.id } });
  const after = await spend(h);
  assert.deepEqual(
    [after.today.calls, after.today.costUsd, after.today.unknownCalls, after.today.openCalls],
    [2, 0.2, 1, 0],
  );
  assert.equal(after.budgets.leftTodayUsd, before.budgets.leftTodayUsd);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a run is refused the call that would pass its budget, before it is made, its stand-ins too", async () => {
  await using world = await ModelWorld.open(planning(works({ name: "list_files", input: {} })));
  const { h, server } = world;
  const price = { inputCostPerMillion: 1000, outputCostPerMillion: 1000, outputTokens: 1000 };
  const models = [{ id: "dear", ...price }, { id: "dear-too", ...price }];
  configure(h.directory, [providerOf(server, { models })], { budgets: { perRunUsd: 0.5 } });
  await h.operator("POST /model-routing/policies", {
    body: {
      name: "dear",
      match: {},
      prefer: models.map(({ id }) => ({ provider: "local", model: id })),
    },
  });
  const run = await world.run("Make it nicer.", { worker: undefined });
  assert.deepEqual([run.status, run.statusReason], ["failed", "budget_exceeded"], run.statusDetail);
  assert.match(run.statusDetail!, /the run's budget, 0\.5 USD/);
  assert.equal(server.questions.length, 0);
  assert.deepEqual(world.events(run.id, "model.called"), []);
  assert.ok(world.events(run.id, "budget.exceeded").length === 1);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a run whose next call the day's budget refuses waits for the next day, or until it is raised, and continues", async () => {
  let now = Date.parse("2026-01-02T10:00:00.000Z");
  await using world = await ModelWorld.open(
    planning(works({ name: "create_file", input: { path: "made.md", content: "x\n" } })),
    { now: () => new Date(now++) },
  );
  const { h, server } = world;
  const models = [{ id: "m", inputCostPerMillion: 10, outputCostPerMillion: 10, outputTokens: 1000 }];
  const budget = (perDayUsd: number) =>
    configure(h.directory, [providerOf(server, { models })], { budgets: { perDayUsd } });
  budget(0.0001);
  const before = await world.run("Make a file.");
  assert.deepEqual([before.status, before.waitingFor?.kind], ["waiting", "budget"], before.statusDetail);
  assert.match(
    before.waitingFor!.detail,
    /more than the budget of a whole day, 0\.0001 USD, so no day is enough/,
  );
  assert.deepEqual(before.nextMove, {
    owner: "schedule",
    what: before.waitingFor!.detail,
    by: "2026-01-03T00:00:00.000Z",
  });
  const [notice] = (await h.operator("GET /notifications", { query: { category: "blocker" } })).items;
  assert.match(notice!.ifIgnored, /2026-01-03.*the run tries again/);
  assert.equal(server.questions.length, 0);

  // The next day has the same small budget: the run goes on, and waits again.
  now = Date.parse("2026-01-03T00:00:01.000Z");
  await h.service.store.commit(() => wakeForBudget(contextFor(h.service, "system"), 10));
  const again = await h.until(before.id, ({ waitingFor }) => waitingFor?.id === "2026-01-03");
  assert.equal(again.waitingFor?.kind, "budget");

  // What it waits for comes in the middle of its work too: the plan was made, a call of the task is refused.
  budget(1);
  await h.service.providerMonitor.runOnce(h.service);
  const done = await h.until(
    before.id,
    ({ status, waitingFor }) => status === "waiting" && waitingFor?.kind === "approval",
  );
  assert.equal((await approvePending(h, done)).status, "completed");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a task whose call the day's budget refuses is begun again when the budget allows it; none is shown as running meanwhile", async () => {
  await using world = await ModelWorld.open(
    planning(works({ name: "create_file", input: { path: "made.md", content: "x\n" } })),
  );
  const { h, server } = world;
  const models = [{ id: "m", inputCostPerMillion: 10, outputCostPerMillion: 10, outputTokens: 1000 }];
  const budget = (perDayUsd: number) =>
    configure(h.directory, [providerOf(server, { models })], { budgets: { perDayUsd } });
  budget(0.1);
  const { script } = server;
  server.script = (question) => {
    const reply = script(question);
    return isPlanning(question) ? { ...reply, usage: { input: 9_000, output: 500 } } : reply;
  };
  const run = await world.run("Make a file.");
  assert.deepEqual([run.status, run.waitingFor?.kind], ["waiting", "budget"], run.statusDetail);
  assert.deepEqual(run.tasks.map(({ status }) => status), ["queued"]);
  budget(5);
  await h.service.providerMonitor.runOnce(h.service);
  const done = await h.until(run.id, ({ waitingFor }) => waitingFor?.kind === "approval");
  assert.equal((await approvePending(h, done)).status, "completed");
});

Deno.test("what a policy lets a run cost is held while it works, not only foreseen", async () => {
  await using world = await ModelWorld.open(planning(works({ name: "list_files", input: {} }), undefined));
  const { h, server } = world;
  const models = [{ id: "m", inputCostPerMillion: 10, outputCostPerMillion: 10, outputTokens: 1000 }];
  configure(h.directory, [providerOf(server, { models })]);
  await h.operator("POST /model-routing/policies", {
    body: {
      name: "cheap",
      match: {},
      prefer: [{ provider: "local", model: "m" }],
      limits: { maxCostUsd: 0.1 },
    },
  });
  // One answer that costs nearly all of it.
  const { says } = await import("../server/reply.ts");
  const plan = JSON.stringify({ tasks: [{ id: "a", title: "A", instructions: "a", dependsOn: [] }] });
  server.script = () => says(plan, { input: 9_000, output: 500 });
  const run = await world.run("Make it nicer.", { worker: undefined });
  assert.equal(run.statusReason, "budget_exceeded", run.statusDetail);
  assert.equal(server.questions.length, 1, "the plan was made, the work was not begun");
  assert.deepEqual(h.rebuildDifferences(), []);
});
