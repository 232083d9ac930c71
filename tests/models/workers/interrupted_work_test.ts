import assert from "node:assert/strict";
import { approvePending } from "../../runs/scenario.ts";
import { ModelServer } from "../server/model_server.ts";
import { fails, says } from "../server/reply.ts";
import { configure, ModelWorld, planning, providerOf, works } from "./scenario.ts";

const EDIT = { name: "edit_file", input: { path: "a.txt", find: "hello", replace: "bye" } };

Deno.test("GET /events shows a model's words as they come, without a sequence; they are stored nowhere", async () => {
  await using world = await ModelWorld.open(planning(works(says("I am thinking aloud about it."))));
  const response = await world.h.send("/events?cursor=0");
  const run = await world.run("Say bye.");
  assert.equal(run.status, "completed", run.statusDetail);
  let text = "";
  const frames = () =>
    text.split("\n\n").slice(0, -1).filter((frame) => frame.includes("task_session.output_delta"));
  const shown = () =>
    frames().map((frame) => JSON.parse(/^data: (.*)$/m.exec(frame)![1]!).data.text).join("");
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("event: run.completed") && shown() === "I am thinking aloud about it.\n") break;
  }
  assert.ok(frames().every((frame) => !/^id:/m.test(frame)));
  const sequences = [...text.matchAll(/^id: (\d+)$/gm)].map((found) => Number(found[1]));
  assert.deepEqual(sequences, sequences.map((_, i) => i + 1));
  assert.ok(!JSON.stringify(world.h.store.events.after(0, 10_000)).includes("output_delta"));
});

Deno.test("a model that fails gives way to the next of the policy, on record, and the run ends applied by that one", async () => {
  await using spare = ModelServer.start(planning(works(EDIT)));
  await using world = await ModelWorld.open(planning(() => fails(500)));
  configure(world.h.directory, [providerOf(world.server), providerOf(spare, { id: "spare" })]);
  await world.h.operator("POST /model-routing/policies", {
    body: {
      name: "first, then spare",
      match: { role: "worker" },
      prefer: [{ provider: "local", model: "test-model" }, { provider: "spare", model: "test-model" }],
    },
  });
  const { id } = await world.h.operator("POST /coordinator/runs", {
    body: { request: "Say bye.", repoPath: world.repository.root },
  });
  const run = await world.h.settled(id);
  assert.equal(run.status, "waiting", run.statusDetail);
  const [rerouted] = world.events(id, "model.rerouted").map(({ data }) =>
    data as { from: object; to: object; fault: string; detail: string }
  );
  assert.deepEqual([rerouted!.from, rerouted!.to, rerouted!.fault], [
    { provider: "local", model: "test-model" },
    { provider: "spare", model: "test-model" },
    "overloaded",
  ]);
  assert.equal((await approvePending(world.h, run)).status, "completed");
  assert.deepEqual(world.h.rebuildDifferences(), []);
});

Deno.test("a budget stops a run before the call that would pass it: budget_exceeded, and nothing more is asked", async () => {
  await using world = await ModelWorld.open(planning(works(EDIT)));
  configure(world.h.directory, [providerOf(world.server)], { budgets: { perRunUsd: 0.009 } });
  const run = await world.run("Say bye.");
  assert.deepEqual([run.status, run.statusReason], ["failed", "budget_exceeded"]);
  assert.equal(world.server.questions.length, 1);
  assert.equal(world.events(run.id, "model.called").length, 1);
  assert.deepEqual(world.h.rebuildDifferences(), []);
});

Deno.test("the key and the tokens of this service are not in what a model is sent", async () => {
  const value = "sk-canary-0123456789abcdef";
  await using world = await ModelWorld.open(
    planning(works(
      { name: "read_file", input: { path: "leak.txt" } },
      { name: "search", input: { text: "canary" } },
      { name: "run_command", input: { command: "cat leak.txt" } },
    )),
    { files: { "leak.txt": `key = ${value}\n` } },
  );
  await world.h.operator("POST /secrets", { body: { name: "k", kind: "api-key", value } });
  configure(world.h.directory, [providerOf(world.server, { secret: "k" })]);
  await world.run("Look.", { verifier: { command: "cat leak.txt" } });
  assert.ok(world.server.questions.length >= 4);
  for (const { body } of world.server.questions) assert.ok(!JSON.stringify(body).includes(value));
});

Deno.test("a pause in the middle of a model's answer ends the call; resumed, the task is done again", async () => {
  let first = true;
  const work = works(EDIT);
  await using world = await ModelWorld.open(planning((question) => {
    if (!first) return work(question);
    first = false;
    return { kind: "hang", after: "first_token", text: "Hm" };
  }));
  const { h } = world;
  const { id } = await world.create("Say bye.");
  await world.server.arrived(2);
  await h.operator("POST /runs/:id/pause", { params: { id } });
  await world.server.clientLeaves();
  const [session] = await h.operator("GET /runs/:id/task-sessions", { params: { id } });
  const { modelCalls } = await h.operator("GET /task-sessions/:id", { params: { id: session!.id } });
  assert.deepEqual(modelCalls.map(({ status }) => status), ["interrupted"]);
  await h.operator("POST /runs/:id/resume", { params: { id } });
  const run = await h.settled(id);
  assert.equal((await approvePending(h, run)).status, "completed");
  assert.deepEqual(h.rebuildDifferences(), []);
});
