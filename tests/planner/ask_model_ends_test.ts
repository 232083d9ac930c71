import assert from "node:assert/strict";
import { PLANNER_ANSWER_MILLISECONDS } from "../../services/planning/planner/ask/model/answer_with_model.ts";
import { hangs } from "../models/server/reply.ts";
import { ManualTime } from "../models/workers/manual_time.ts";
import { answer, QUESTION, world } from "./ask_model_world.ts";
import { nameOf } from "./given.ts";

Deno.test("the stream holds a sentence of a model back until it is proved", async () => {
  await using it = await world((question) =>
    answer(
      { text: "The review is cancelled.", quotes: [{ record: nameOf(question, "4711"), quote: "Room 5" }] },
      { text: "Room 5.", quotes: [{ record: nameOf(question, "4711"), quote: "Room 5" }] },
    )
  );
  const response = await it.h.send("/planner/ask/stream", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: QUESTION, sources: ["local", "home"] }),
  });
  const text = await response.text();
  assert.deepEqual([...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name), [
    "ask.started",
    "ask.retrieved",
    "ask.sentence",
    "ask.completed",
  ]);
  assert.ok(it.server.questions.length === 1 && !text.includes("The review is cancelled."));
  assert.match(text, /event: ask\.sentence\ndata: \{"text":"Room 5\."/);
});

Deno.test("a model that takes too long is not waited for", async () => {
  const time = new ManualTime();
  await using it = await world(() => hangs("first_token"), { pause: time.pause });
  const answer = it.ask();
  await it.server.arrived(1);
  await time.pass(PLANNER_ANSWER_MILLISECONDS);
  const { method, model } = await answer;
  assert.deepEqual([method, model!.detail, model!.costUsd], [
    "extractive",
    "It did not answer in time.",
    null,
  ]);
  assert.deepEqual([model!.inputTokens, model!.outputTokens], [null, null]);
  await it.server.clientLeaves();
  const { today } = (await it.h.operator("GET /control-plane/status")).spend;
  assert.deepEqual([today.openCalls, today.failedCalls, today.unknownCalls], [0, 1, 1]);
});

Deno.test("where the asker of a stream leaves, the call of the model ends", async () => {
  await using it = await world(() => hangs("first_token"));
  const response = await it.h.send("/planner/ask/stream", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: QUESTION }),
  });
  const reader = response.body!.getReader();
  for (const _ of ["retry", "ask.started", "ask.retrieved"]) await reader.read();
  const sentence = reader.read();
  await it.server.arrived(1);
  const ended = Promise.withResolvers<void>();
  const stop = it.h.store.subscribe((events) =>
    events.some(({ type }) => type === "model.failed") && ended.resolve()
  );
  await reader.cancel();
  assert.equal((await sentence).done, true);
  await it.server.clientLeaves();
  await ended.promise;
  stop();
  const { today } = (await it.h.operator("GET /control-plane/status")).spend;
  assert.deepEqual([today.openCalls, today.unknownCalls], [0, 1]);
});

Deno.test("a stream that waits for a model shows every 15 seconds that it is alive", async () => {
  const time = new ManualTime();
  await using it = await world(() => hangs("first_token"), { pause: time.pause });
  const response = await it.h.send("/planner/ask/stream", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: QUESTION }),
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (const _ of ["retry", "ask.started", "ask.retrieved"]) await reader.read();
  await it.server.arrived(1);
  for (let n = 0; n < 2; n++) {
    const { value } = (await Promise.all([reader.read(), time.pass(15_000)]))[0];
    assert.match(value!, /^: .*\n\n$/);
  }
  await reader.cancel();
  await it.server.clientLeaves();
});
