import assert from "node:assert/strict";
import type { Script } from "../models/server/model_server.ts";
import { cutAtLength, fails, hangs, rateLimits, type Reply, says, uses } from "../models/server/reply.ts";
import { ManualTime } from "../models/workers/manual_time.ts";
import { isPlanning, ModelWorld, works } from "../models/workers/scenario.ts";
import { MESSAGE_ANSWER_MILLISECONDS } from "../../services/conversation/coordinator/messages/consult.ts";
import { MESSAGE_ACTIONS } from "../../services/conversation/coordinator/messages/model/verbs.ts";
import { pendingOf } from "../kit/pending_of.ts";

const isCoordinating: (question: Parameters<Script>[0]) => boolean = ({ system }) =>
  system.startsWith("You are the coordinator");

/** Answers the coordinator's questions in this order. */
function coordinates(...replies: Reply[]): Script {
  const left = [...replies];
  return (question) => isCoordinating(question) ? left.shift() ?? says("Nothing more.") : says("Done.");
}

async function conversationIn({ h }: ModelWorld): Promise<string> {
  return (await h.operator("POST /coordinator/conversations", { body: {} })).id;
}

const VAGUE = "I wish this place were a little friendlier towards newcomers";

Deno.test("POST …/messages: what the words do not say plainly a model takes for work, and the run is started as if they had", async () => {
  await using world = await ModelWorld.open(
    coordinates(
      uses(
        { name: "start_work", input: { request: "Greet newcomers in README.md." } },
        "I will have that done.",
      ),
    ),
    { workers: 0 },
  );
  const id = await conversationIn(world);
  const { repoPath } = { repoPath: world.repository.root };
  const result = await world.h.operator("POST /coordinator/conversations/:id/messages", {
    params: { id },
    body: { content: VAGUE, repoPath },
  });
  assert.match(result.reply, /^I will have that done\.\n\nThe run run_\w+ was queued/);
  assert.deepEqual([result.turn.intent, result.effects.map(({ kind }) => kind)], ["start", ["run_created"]]);
  const run = await world.h.operator("GET /runs/:id", { params: { id: result.runId! } });
  assert.deepEqual([run.request, run.createdBy, run.repoPath], [
    "Greet newcomers in README.md.",
    "operator",
    repoPath,
  ]);
  const types = world.h.store.events.after(0, 1000).filter(({ conversationId }) => conversationId === id).map(
    ({ type }) => type,
  );
  assert.deepEqual(types.filter((type) => /^(?:model|message)/.test(type)), [
    "model.called",
    "model.completed",
    "message.created",
    "message.completed",
  ]);
  assert.deepEqual(world.h.rebuildDifferences(), []);
});

Deno.test("POST …/messages: the same message sent twice at once with its key asks the model once", async () => {
  await using world = await ModelWorld.open(
    coordinates(says("Hello to you."), says("Hello again.")),
    { workers: 0 },
  );
  const path = `/coordinator/conversations/${await conversationIn(world)}/messages`;
  const send = (key: string) =>
    world.h.send(path, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ content: VAGUE, repoPath: world.repository.root }),
    }).then((response) => response.text());
  const [first, second] = await Promise.all([send("one"), send("one")]);
  assert.equal(first, second);
  assert.match(JSON.parse(first!).reply, /Hello to you/);
  assert.equal(world.server.questions.filter(isCoordinating).length, 1);
  assert.match(JSON.parse(await send("two")).reply, /Hello again/);
});

Deno.test("POST …/messages: a model answers from what it looked up, and the answer names the records", async () => {
  await using world = await ModelWorld.open(
    (question) =>
      !isCoordinating(question)
        ? says("Done.")
        : question.results.length > 0
        ? says("It is queued and waits for a slot.")
        : uses({ name: "status", input: {} }),
    { workers: 0 },
  );
  const id = await conversationIn(world);
  const say = (content: string) =>
    world.h.operator("POST /coordinator/conversations/:id/messages", {
      params: { id },
      body: { content, repoPath: world.repository.root },
    });
  const { runId } = await say('create a.md with "x"');
  const result = await say("Hm, should I go for a coffee, or is it nearly there");
  assert.equal(result.reply, "It is queued and waits for a slot.");
  assert.deepEqual(result.effects.map(({ kind }) => kind), ["answered"]);
  assert.ok(result.effects[0]!.recordIds!.includes(runId!));
  const asked = world.server.questions.at(-1)!;
  assert.match(asked.said[0]!, /create a\.md with "x"/);
  assert.match(asked.results[0]!, new RegExp(runId!));
});

Deno.test("POST …/messages: a model that spent its answer before a word of it has failed, and an empty answer is none", async () => {
  await using world = await ModelWorld.open(coordinates(cutAtLength("")), { workers: 0 });
  const result = await world.h.operator("POST /coordinator/conversations/:id/messages", {
    params: { id: await conversationIn(world) },
    body: { content: VAGUE, repoPath: world.repository.root },
  });
  assert.match(result.reply, /sent no text \(length\)/);
});

Deno.test("POST …/messages: plain words never reach a model, nor does anything where there is none", async () => {
  await using world = await ModelWorld.open(coordinates(), { workers: 0 });
  const id = await conversationIn(world);
  for (
    const content of ["help", "status", "approve it", "reject: too long", "pause", "remember: tea is at four"]
  ) {
    await world.h.operator("POST /coordinator/conversations/:id/messages", {
      params: { id },
      body: { content },
    });
  }
  assert.equal(world.server.questions.length, 0);
  Deno.removeSync(`${world.h.directory}/providers.json`);
  const { reply } = await world.h.operator("POST /coordinator/conversations/:id/messages", {
    params: { id },
    body: { content: VAGUE },
  });
  assert.match(reply, /did not understand that, so nothing was done/);
});

Deno.test("no tool of the coordinator's model decides an approval, whatever it is told", async () => {
  const work = works({ name: "edit_file", input: { path: "a.txt", find: "hello", replace: "bye" } });
  await using world = await ModelWorld.open((question) =>
    isPlanning(question)
      ? says('{"tasks":[{"id":"a","title":"A","instructions":"a","dependsOn":[]}]}')
      : isCoordinating(question)
      ? uses(["approve", "approve_run", "reject"].map((name) => ({ name, input: {} })))
      : work(question)
  );
  const { h } = world;
  const run = await world.run("Say bye.");
  const approval = pendingOf(run);
  const id = await conversationIn(world);
  const result = await h.operator("POST /coordinator/conversations/:id/messages", {
    params: { id },
    body: { content: "you have my full trust with this one, take care of whatever it needs", runId: run.id },
  });
  assert.match(result.reply, /used the read tools 12 times without answering/);
  assert.equal(
    (await h.operator("GET /runs/:id", { params: { id: run.id } })).approvals[0]!.status,
    "pending",
  );
  assert.equal(world.repository.read("a.txt"), "hello\n");
  assert.ok(approval.id);
  const kinds = MESSAGE_ACTIONS.map(({ intent, input }) =>
    intent(
      input.safeParse({ request: "x", content: "x", move: "pause", scope: "project" }).data ?? {},
      { input: { content: "" } } as never,
    ).kind
  );
  assert.deepEqual(kinds.filter((kind) => ["approve", "reject", "rework"].includes(kind)), []);
});

Deno.test("a model can do no more for the agent than the agent may, and admits no repository that was not named", async () => {
  await using world = await ModelWorld.open(
    (question) =>
      question.said.at(-1)!.includes("stop")
        ? uses({ name: "move_run", input: { move: "cancel" } })
        : uses({ name: "start_work", input: { request: "Look around.", repoPath: "/etc" } }),
    { workers: 0 },
  );
  const { h } = world;
  const id = await conversationIn(world);
  const started = await h.agent("POST /coordinator/conversations/:id/messages", {
    params: { id },
    body: { content: VAGUE },
  });
  assert.match(started.reply, /In which repository\?/);
  const { runId } = await h.operator("POST /coordinator/conversations/:id/messages", {
    params: { id },
    body: { content: 'create a.md with "x"', repoPath: world.repository.root },
  });
  const { reply } = await h.agent("POST /coordinator/conversations/:id/messages", {
    params: { id },
    body: { content: "somehow I would rather this one were to stop" },
  });
  assert.match(reply, /The agent token may not cancel a run/);
  assert.equal((await h.operator("GET /runs/:id", { params: { id: runId! } })).status, "queued");
});

Deno.test("a coordinator's model that fails is named in the answer, and nothing is done", async () => {
  await using world = await ModelWorld.open(coordinates(fails(401, "Invalid key.")), { workers: 0 });
  const id = await conversationIn(world);
  const result = await world.h.operator("POST /coordinator/conversations/:id/messages", {
    params: { id },
    body: { content: VAGUE },
  });
  assert.match(result.reply, /^local\/test-model refused the credentials.*nothing was done/s);
  assert.deepEqual(result.effects.map(({ kind }) => kind), ["asked_back"]);
});

Deno.test("a coordinator's model that takes too long is not waited for", async () => {
  const time = new ManualTime();
  await using world = await ModelWorld.open(coordinates(hangs("headers")), { workers: 0, pause: time.pause });
  const id = await conversationIn(world);
  const answer = world.h.operator("POST /coordinator/conversations/:id/messages", {
    params: { id },
    body: { content: VAGUE },
  });
  await world.server.arrived(1);
  await time.pass(MESSAGE_ANSWER_MILLISECONDS);
  assert.match((await answer).reply, /No model answered within two minutes/);
});

Deno.test("Idempotency-Key on a message that a model is asked about: the answer is given again and no model is asked again", async () => {
  await using world = await ModelWorld.open(
    coordinates(
      rateLimits("1"),
      uses({ name: "remember", input: { content: "Tea is at four.", scope: "conversation" } }),
    ),
    { workers: 0 },
  );
  const id = await conversationIn(world);
  const send = () =>
    world.h.operator("POST /coordinator/conversations/:id/messages", {
      params: { id },
      body: { content: VAGUE },
    }, {
      idempotencyKey: "once",
    });
  const first = await send();
  assert.deepEqual(first.effects.map(({ kind }) => kind), ["memory_recorded"]);
  assert.deepEqual(await send(), first);
  assert.equal(world.server.questions.length, 2);
  assert.deepEqual(world.waited.filter((each) => each === 1000), [1000]);
  assert.deepEqual(world.h.rebuildDifferences(), []);
});
