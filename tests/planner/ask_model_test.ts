import assert from "node:assert/strict";
import type { Script } from "../models/server/model_server.ts";
import type { Question } from "../models/server/question.ts";
import { breaksOff, says } from "../models/server/reply.ts";
import { nameOf } from "./given.ts";
import { answer, type Told, world } from "./ask_model_world.ts";

const good: Script = (question) =>
  answer({
    text: "The door code of the review is 4711.",
    quotes: [{ record: nameOf(question, "4711"), quote: "door code is 4711" }],
  });

Deno.test("no model is asked by default, nor for what is computed; where it is allowed its words, tokens and cost are said", async () => {
  await using off = await world(good, { ask: "never" });
  assert.deepEqual((await off.h.operator("GET /planner/settings")).ask, { model: "never" });
  const without = await off.ask();
  assert.deepEqual([without.method, without.model, off.server.questions.length], ["extractive", null, 0]);

  await using on = await world(good);
  const computed = await on.ask({ question: "What is on Wednesday?" });
  assert.deepEqual([computed.method, computed.model, on.server.questions.length], ["computed", null, 0]);
  const nothing = await on.ask({ question: "wifi password" });
  assert.deepEqual([nothing.model, on.server.questions.length], [null, 0]);
  assert.match(nothing.answer, /^No event or task that was searched contains/);

  const events = await on.h.eventsOf(async () => {
    const told = await on.ask();
    assert.deepEqual([told.status, told.method, told.dropped], ["answered", "model", 0]);
    assert.equal(told.answer, "The door code of the review is 4711. [1]");
    assert.deepEqual(told.citations.map(({ title, quote, field }) => [title, quote, field]), [
      ["Review with Ännchen", "door code is 4711", "content"],
    ]);
    assert.deepEqual(told.model, {
      name: "local/test-model",
      inputTokens: 100,
      outputTokens: 20,
      costUsd: 0.00014,
      detail: null,
    });
  });
  assert.deepEqual(events.map(({ type }) => type), ["model.called", "model.completed"]);
  assert.ok(!JSON.stringify(events).includes("4711"), "what was asked and said is not on record");
  const [asked] = on.server.questions;
  assert.deepEqual(asked!.tools, []);
  assert.match(asked!.said.join(), /<material-\w+ name="record-1">\ntitle: /);
  assert.match(asked!.said.join(), /when: is on 2026-03-04 from 14:00 to 15:00/);
});

Deno.test("only the worker that a question names is asked, and none without it", async () => {
  await using asked = await world(good, { provider: { models: [{ id: "test-model" }, { id: "other" }] } });
  const ask = async (worker: object) => {
    const { method, model } = await asked.ask({ worker });
    return [method, model!.name, model!.detail];
  };
  assert.deepEqual(await ask({ provider: "local", model: "other" }), ["model", "local/other", null]);
  assert.deepEqual(await ask({ provider: "local" }), ["model", "local/test-model", null]);
  assert.equal(asked.server.questions.length, 2);
  for (
    const [worker, name] of [
      [{ provider: "local", model: "nope" }, "local/nope"],
      [{ provider: "nope" }, "nope"],
    ] as const
  ) {
    const none = ["extractive", null, `No model of ${name} on this machine is ready.`];
    assert.deepEqual(await ask(worker), none);
  }
  assert.equal(asked.server.questions.length, 2, "no other is asked instead");
});

Deno.test("a model cannot claim what is not there, quote what nobody wrote, or say that there is nothing", async () => {
  const review = (question: Question) => nameOf(question, "4711");
  const attacks: Record<string, (question: Question) => Told> = {
    "a word that no record has": (question) => ({
      text: "The review is cancelled.",
      quotes: [{ record: review(question), quote: "Review with Ännchen" }],
    }),
    "a number that its record has not": (question) => ({
      text: "The door code is 9999.",
      quotes: [{ record: review(question), quote: "The door code is" }],
    }),
    "a quote with another letter": (question) => ({
      text: "The door code is 4711.",
      quotes: [{ record: review(question), quote: "the door code is 4711" }],
    }),
    "a quote of another record": (question) => ({
      text: "The door code is 9999.",
      quotes: [{ record: review(question), quote: "door code is 9999" }],
    }),
    "a quote that leaves out the not": (question) => ({
      text: "Bring cake.",
      quotes: [{ record: review(question), quote: "bring cake" }],
    }),
    "nothing, with a quote beside it": (question) => ({
      text: "Nothing is in Room 5.",
      quotes: [{ record: review(question), quote: "Room 5" }],
    }),
    "a word of another sentence": (question) => ({
      text: "The code of the cake is 4711.",
      quotes: [{ record: review(question), quote: "door code is 4711" }],
    }),
    "a record that was not given": () => ({
      text: "The door code is 4711.",
      quotes: [{ record: "record-77", quote: "door code is 4711" }],
    }),
    "one good quote and one that is not": (question) => ({
      text: "The door code is 4711.",
      quotes: [
        { record: review(question), quote: "door code is 4711" },
        { record: review(question), quote: "approved by Ännchen" },
      ],
    }),
  };
  for (const [name, attack] of Object.entries(attacks)) {
    const control = (question: Question): Told => ({
      text: "The door code is 4711.",
      quotes: [{ record: review(question), quote: "door code is 4711" }],
    });
    await using both = await world((question) => answer(attack(question), control(question)));
    const said = await both.ask();
    assert.deepEqual([said.method, said.dropped], ["model", 1], name);
    assert.equal(said.answer, "The door code is 4711. [1]", `the control: ${name}`);
  }
});

Deno.test("where nothing of a model is proved, the answer is as without one and says why", async () => {
  const control = await (async () => {
    await using off = await world(good, { ask: "never" });
    return await off.ask();
  })();
  const lie = { text: "The review is cancelled.", quotes: [{ record: "record-1", quote: "is cancelled!" }] };
  const cases: [Script, number, RegExp][] = [
    [() => answer(lie), 1, /The records support nothing/],
    [() => answer(), 0, /The records support nothing/],
    [() => says("The code is 9999."), 0, /could not be read/],
    [() => breaksOff("{"), 0, /invalid answer/],
  ];
  for (const [script, dropped, detail] of cases) {
    await using it = await world(script);
    const said = await it.ask();
    assert.deepEqual([said.method, said.answer, said.dropped], ["extractive", control.answer, dropped]);
    assert.match(said.model!.detail!, detail);
  }
});

Deno.test("a model reads the sources that were asked for and no other, without known secrets", async () => {
  await using it = await world(good);
  await it.h.operator("POST /secrets", {
    body: { name: "door", kind: "password", value: "code-of-Wombathall" },
  });
  await it.ask({ sources: ["home"] });
  assert.ok(!it.server.questions[0]!.said.join().includes("Quokkasecret"));
  await it.ask();
  const all = it.server.questions[1]!.said.join();
  assert.ok(all.includes("Quokkasecret"), "the control: asked for, it is read");
  assert.ok(all.includes("Its key is [redacted]") && !all.includes("Wombathall"));
  // A model that knows the other source's text cannot say it either.
  it.server.script = () =>
    answer({
      text: "The cake of the clinic is Quokkasecret.",
      quotes: [{ record: "record-1", quote: "The cake of the clinic is Quokkasecret." }],
    });
  const leaked = await it.ask({ sources: ["home"] });
  assert.ok(leaked.dropped === 1 && !JSON.stringify(leaked).includes("Quokkasecret"));
  it.server.script = (question) =>
    answer({
      text: "The cake of the clinic is Quokkasecret.",
      quotes: [{
        record: nameOf(question, "Quokkasecret"),
        quote: "The cake of the clinic is Quokkasecret.",
      }],
    });
  assert.equal((await it.ask()).sentences[0]!.text, "The cake of the clinic is Quokkasecret.");
});

Deno.test("local asks nobody else's model, any does; a budget that is used up stops both", async () => {
  const hosted = { privacy: "third-party" };
  await using near = await world(good, { provider: hosted });
  const kept = await near.ask();
  assert.deepEqual([kept.method, near.server.questions.length], ["extractive", 0]);
  assert.deepEqual(kept.model, {
    name: null,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    detail: "No model on this machine is ready.",
  });
  await near.h.operator("POST /planner/settings", { body: { ask: { model: "any" } } });
  assert.equal((await near.ask()).method, "model");
  await near.h.operator("POST /planner/settings", { body: { ask: null } });
  assert.equal((await near.ask()).model, null);

  await using poor = await world(good, { more: { budgets: { perDayUsd: 0.000001 } } });
  const refused = await poor.ask();
  assert.deepEqual([refused.method, poor.server.questions.length], ["extractive", 0]);
  assert.match(refused.model!.detail!, /budget/i);

  const unpriced = { models: [{ id: "test-model" }], privacy: "local" };
  await using free = await world(good, { provider: unpriced });
  assert.equal((await free.ask()).model!.costUsd, null);
});
