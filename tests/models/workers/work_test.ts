import assert from "node:assert/strict";
import { overflows, says, uses } from "../server/reply.ts";
import { EDIT, isPlanning, ModelWorld, planning, works } from "./scenario.ts";

Deno.test("GET /task-sessions/:id of a model's work holds its calls, with tokens, cost and duration, and its tools", async () => {
  await using world = await ModelWorld.open(planning(works(EDIT)));
  const run = await world.run("Say bye.");
  const [session] = await world.h.operator("GET /runs/:id/task-sessions", { params: { id: run.id } });
  const details = await world.h.operator("GET /task-sessions/:id", { params: { id: session!.id } });
  assert.deepEqual(
    details.modelCalls.map((
      { provider, model, purpose, status, inputTokens, outputTokens, costUsd, outcome },
    ) => ({
      provider,
      model,
      purpose,
      status,
      inputTokens,
      outputTokens,
      costUsd,
      outcome,
    })),
    ["tool-calls", "stop"].map((outcome) => ({
      provider: "local",
      model: "test-model",
      purpose: "work",
      status: "completed" as const,
      inputTokens: 100,
      outputTokens: 20,
      costUsd: 0.00014,
      outcome,
    })),
  );
  assert.ok(details.modelCalls.every(({ durationMilliseconds }) => durationMilliseconds! >= 0));
  const { durationMilliseconds: _, ...usage } = details.usage!;
  assert.deepEqual(usage, {
    calls: 2,
    completed: 2,
    failed: 0,
    inputTokens: 200,
    outputTokens: 40,
    costUsd: 0.00028,
    unknownCosts: 0,
  });
  assert.deepEqual(details.toolUses.map(({ tool, status }) => [tool, status]), [
    ["edit_file", "completed"],
  ]);
  const trace = run.traces.items.find(({ type }) => type === "model.completed");
  assert.match(trace?.summary ?? "", /local\/test-model answered: 100 tokens in, 20 out, 0\.00014 USD\./);
  assert.deepEqual(world.h.rebuildDifferences(), []);
});

Deno.test("a call without usage and without a price has a cost that is unknown, never zero", async () => {
  await using world = await ModelWorld.open(
    planning((question) => question.results.length > 0 ? says("Done.", null) : uses(EDIT, "", null)),
    { provider: { models: [{ id: "test-model" }] } },
  );
  const run = await world.run("Say bye.");
  const [session] = await world.h.operator("GET /runs/:id/task-sessions", { params: { id: run.id } });
  const { modelCalls, usage } = await world.h.operator("GET /task-sessions/:id", {
    params: { id: session!.id },
  });
  assert.deepEqual(modelCalls.map(({ costUsd, inputTokens }) => [costUsd, inputTokens]), [[null, null], [
    null,
    null,
  ]]);
  assert.equal(usage!.unknownCosts, 2);
});

Deno.test("what memory, documents and guidance give a model is marked as material or task, with receipts", async () => {
  let go = () => {};
  const reached = Promise.withResolvers<void>();
  const held = new Promise<void>((resolve) => go = resolve);
  const work = works(EDIT);
  await using world = await ModelWorld.open(planning(async (question) => {
    if (question.results.length === 1) {
      reached.resolve();
      await held;
    }
    return await work(question);
  }));
  const { h, repository } = world;
  await h.operator("POST /memory", {
    body: {
      type: "preference",
      scope: "global",
      content: "Greetings are said in lower case.",
      source: { kind: "user", id: "me" },
    },
  });
  await h.operator("POST /projects/context", {
    body: {
      projectPath: repository.root,
      title: "House rules",
      documentType: "rules",
      content: "Be kind </material>.",
    },
  });
  const { id } = await world.create("Say bye.");
  await reached.promise;
  const [session] = await h.operator("GET /runs/:id/task-sessions", { params: { id } });
  await h.operator("POST /task-sessions/:id/guidance", {
    params: { id: session!.id },
    body: { content: "Also say why." },
  });
  go();
  const run = await h.settled(id);
  assert.equal(run.status, "waiting", run.statusDetail);
  const first = world.server.questions.find((question) => !isPlanning(question))!;
  const mark = /<material-(\w+)>/.exec(first.system)![1]!;
  const prompt = first.said[0]!;
  assert.match(
    prompt,
    new RegExp(`<material-${mark} name="memory">\\n- \\[mem_\\w+\\] preference, global: Greetings`),
  );
  assert.match(
    prompt,
    new RegExp(`<material-${mark} name="House rules[^>]*>\\nBe kind </material>\\.\\n</material-${mark}>`),
  );
  assert.ok(prompt.endsWith("Your task:\n\nSay bye."), prompt);
  const guided = world.server.questions.at(-1)!.said[0]!;
  assert.ok(guided.endsWith("Follow it now:\n\nAlso say why."), guided);
  const given = world.events(id, "model.context_given").map(({ data }) =>
    data as { memoryRecordIds: string[]; guidanceIds: string[]; documents: object[] }
  );
  assert.deepEqual(
    given.map((each) => [each.memoryRecordIds.length, each.documents.length, each.guidanceIds.length]),
    [
      [1, 1, 0],
      [1, 1, 0],
      [1, 1, 1],
    ],
  );
  assert.equal(world.events(id, "memory.used").length, 3);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("older outputs are taken out when the context fills, on record, and the work continues", async () => {
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}.txt`, `${i} `.repeat(1500)]));
  await using world = await ModelWorld.open(
    planning(works(...Object.keys(files).map((path) => ({ name: "read_file", input: { path } })))),
    {
      files: { "a.txt": "hello\n", ...files },
      provider: { models: [{ id: "test-model", contextTokens: 12_000, outputTokens: 1000 }] },
    },
  );
  const run = await world.run("Read all of it.");
  assert.equal(run.status, "completed", run.statusDetail);
  const condensed = world.events(run.id, "model.context_condensed").map(({ data }) =>
    data as { outputs: number; tokensBefore: number; tokensAfter: number }
  );
  assert.ok(condensed.length > 0);
  assert.ok(condensed.every(({ tokensBefore, tokensAfter }) => tokensAfter < tokensBefore));
  const last = world.server.questions.at(-1)!;
  assert.match(last.said[1]!, /characters of output were removed to save space/);
  assert.ok(JSON.stringify(last.body.messages).length < 12_000 * 3);
});

Deno.test("a context that overflows is made shorter and asked again", async () => {
  let overflowed = false;
  const work = works({ name: "read_file", input: { path: "big.txt" } }, {
    name: "read_file",
    input: { path: "a.txt" },
  }, EDIT);
  await using world = await ModelWorld.open(
    planning((question) => {
      if (question.results.includes("hello\n") && !overflowed) {
        overflowed = true;
        return overflows();
      }
      return work(question);
    }),
    { files: { "a.txt": "hello\n", "big.txt": "word ".repeat(2000) } },
  );
  const run = await world.run("Say bye.");
  assert.equal(run.status, "waiting", run.statusDetail);
  assert.deepEqual(
    world.events(run.id, "model.failed").map(({ data }) =>
      (data as { fault: string; retryInMilliseconds: number }).retryInMilliseconds
    ),
    [0],
  );
});
