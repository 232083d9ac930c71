import assert from "node:assert/strict";
import type { Reply } from "../server/reply.ts";
import { PATIENCE } from "../../../services/sessions/models/clients/watchdog.ts";
import { breaksOff, hangs, rateLimits, says } from "../server/reply.ts";
import { ManualTime } from "../workers/manual_time.ts";
import { script } from "../acp/script.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { World, type WorldOptions } from "../acp/acp_world.ts";

const KEY = "sk-proxy-canary-0123456789abcdef";

const CALLS = ["model.called", "model.completed", "model.failed"];

/** One question of the agent to its model, and the run at rest. */
async function ask(world: World, stream: boolean) {
  const run = await world.begin(script({ do: "model", path: "answer.txt", stream }));
  return { run, calls: world.events(run).filter(({ type }) => CALLS.includes(type)) };
}

const answering = (reply: Reply, more: WorldOptions = {}) => World.open({ ...more, models: () => reply });

for (const stream of [false, true]) {
  Deno.test(`the model proxy passes an answer on and records what it took${stream ? ", streamed" : ""}`, async () => {
    await using world = await answering(says("The answer.", { input: 11, output: 3 }));
    const { run, calls } = await ask(world, stream);
    assert.match(pendingOf(run).title, /without asking: answer\.txt/);
    assert.deepEqual(calls.map(({ type }) => type), ["model.called", "model.completed"]);
    const { inputTokens, outputTokens, provider, model, finish } = calls[1]!.data as Record<string, unknown>;
    assert.deepEqual({ inputTokens, outputTokens, provider, model, finish }, {
      inputTokens: 11,
      outputTokens: 3,
      provider: "local",
      model: "test-model",
      finish: "stop",
    });
  });
}

Deno.test("the model proxy records a refusal, an answer that breaks off, and an unknown usage as what they are", async () => {
  for (
    const [reply, stream, expected] of [
      [rateLimits("3"), false, { fault: "rate_limited", inputTokens: 0, costUsd: null }],
      [breaksOff(), true, { fault: "broken_answer", inputTokens: null }],
      [says("No usage.", null), false, { finish: "stop", inputTokens: null, costUsd: null }],
    ] as const
  ) {
    await using world = await answering(reply);
    const { calls } = await ask(world, stream);
    const data = calls.at(-1)!.data as Record<string, unknown>;
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, data[key]])), expected);
  }
});

Deno.test("an answer that the agent itself leaves is recorded as broken, and is not a failure of its task", async () => {
  await using world = await answering(hangs("first_token"));
  const run = await world.begin(script(
    { do: "model", path: "title.txt", stream: true, leaves: true },
    { do: "edit", path: "a.txt", text: "done\n" },
  ));
  const done = await world.decide(run, "approve");
  const [, failed] = world.events(done).filter(({ type }) => CALLS.includes(type));
  assert.match((failed!.data as { detail: string }).detail, /stopped reading/);
  await world.apply(done);
  assert.equal(world.repository.read("a.txt"), "done\n");
});

Deno.test("the provider's key is put in on the way: the agent has its own token, and never the key", async () => {
  await using world = await World.open({ models: () => says("An answer.") });
  const body = { name: "local-key", kind: "api-key", value: KEY };
  await world.h.operator("POST /secrets", { body });
  const path = `${world.h.directory}/providers.json`;
  const settings = JSON.parse(Deno.readTextFileSync(path));
  settings.providers[0].secret = "local-key";
  Deno.writeTextFileSync(path, JSON.stringify(settings));
  const asked = await world.begin(
    script({ do: "environment", path: "env.json" }, { do: "model", path: "answer.txt" }),
  );
  assert.equal(world.server.questions[0]!.headers.get("authorization"), `Bearer ${KEY}`);
  await world.apply(await world.decide(asked, "approve"));
  const environment = world.repository.read("env.json");
  assert.ok(!environment.includes(KEY));
  const { OPENAI_API_KEY: token, OPENAI_BASE_URL: address } = JSON.parse(environment);
  assert.match(token, /^agent-/);
  assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  assert.match(world.repository.read("answer.txt"), /^200 .*An answer\./);
  const receipts = world.h.store.events.after(0, 10_000).filter(({ type }) => type === "secret.used");
  assert.equal(receipts.length, 1);
});

/** Gives the model of an agent a price, so that calls count towards budgets. */
function price({ h }: World, budgets: object = {}): void {
  const path = `${h.directory}/providers.json`;
  const settings = JSON.parse(Deno.readTextFileSync(path));
  const costs = { inputCostPerMillion: 1000, outputCostPerMillion: 1000, outputTokens: 1000 };
  settings.providers[0].models[0] = { id: "test-model", ...costs };
  Deno.writeTextFileSync(path, JSON.stringify({ ...settings, budgets }));
}

Deno.test("a budget refuses an agent's call before it is made, and the run fails with the reason", async () => {
  await using world = await World.open({ models: () => says("An answer.") });
  price(world, { perRunUsd: 0.000001 });
  const run = await world.begin(script({ do: "model", path: ".git/answer.txt" }));
  assert.equal(world.server.questions.length, 0);
  assert.deepEqual([run.status, run.statusReason], ["failed", "budget_exceeded"], run.statusDetail);
});

Deno.test("a call that its provider refuses costs nothing, so the next one is within the budget still", async () => {
  let asked = 0;
  await using world = await World.open({
    models: () => asked++ === 0 ? rateLimits("3") : says("An answer."),
  });
  price(world, { perRunUsd: 1.5 });
  const run = await world.begin(script(
    { do: "model", path: ".git/refused.txt" },
    { do: "model", path: ".git/answer.txt" },
    { do: "edit", path: "a.txt", text: "done\n" },
  ));
  assert.deepEqual([asked, run.status], [2, "waiting"], run.statusDetail);
  const costs = world.events(run).filter(({ type }) => CALLS.includes(type)).map((
    { type, data },
  ) => [type, (data as { costUsd?: number }).costUsd === 0]);
  assert.deepEqual(costs.filter(([type]) => type !== "model.called"), [
    ["model.failed", true],
    ["model.completed", false],
  ]);
});

Deno.test("what a race may cost is the limit of its agents, too", async () => {
  await using world = await World.open({ models: () => says("An answer.") });
  price(world);
  const contender = { worker: { provider: "coder" } };
  const { id } = await world.h.operator("POST /coordinator/runs", {
    body: {
      request: script({ do: "model", path: ".git/answer.txt" }),
      repoPath: world.repository.root,
      race: { contenders: [contender, contender], maxCostUsd: 0.000001 },
    },
  });
  const run = await world.h.settled(id);
  assert.equal(world.server.questions.length, 0);
  assert.deepEqual([run.status, run.statusReason], ["failed", "budget_exceeded"], run.statusDetail);
});

for (
  const [after, stream] of [["nothing", false], ["first_token", true]] as const
) {
  Deno.test(`a model that hangs after ${after} is not waited for: the call ends as timed out, and the agent is told`, async () => {
    const time = new ManualTime();
    await using world = await World.open({ models: () => hangs(after), pause: time.pause });
    const body = {
      request: script({ do: "model", path: ".git/answer.txt", stream }),
      repoPath: world.repository.root,
      worker: { provider: "coder" },
    };
    const { id } = await world.h.operator("POST /coordinator/runs", { body });
    const settled = world.h.settled(id);
    await time.pass(PATIENCE.firstMilliseconds);
    // The first word may have come after that already.
    if (after === "first_token") await Promise.race([time.pass(PATIENCE.idleMilliseconds), settled]);
    const run = await settled;
    assert.deepEqual([run.status, run.statusReason], ["failed", "provider_unavailable"]);
    const failed = world.events(run).find(({ type }) => type === "model.failed");
    assert.equal((failed?.data as { fault: string }).fault, "timeout");
  });
}
