import assert from "node:assert/strict";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { runStream } from "../../store/runs/stream.ts";
import { TestRepository } from "../git.ts";
import { AGENT, Harness, harness } from "../harness.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { impatient } from "../models/workers/manual_time.ts";
import { configure, planning, providerOf, works } from "../models/workers/scenario.ts";
import { freshSeed } from "../recovery/seed.ts";
import { queuedRun } from "../routes/queued_run.ts";
import { temporaryDirectory } from "../temporary.ts";
import { compareMoments, Recorder } from "./moments.ts";
import { approvePending, runToRest } from "./scenario.ts";

Deno.test("GET /runs/:id?at= says of each moment of random runs what was answered then", async () => {
  const seed = freshSeed();
  const compared = await compareMoments(4, seed);
  assert.ok(compared > 4, `only ${compared} moments with the seed ${seed}`);
});

Deno.test("GET /runs/:id?at= says what a run's calls of models had cost by then, also between a start of the service and its recovery", async () => {
  await using server = ModelServer.start(
    planning(works({ name: "create_file", input: { path: "made.md", content: "made\n" } })),
  );
  using repository = TestRepository.make();
  const directory = temporaryDirectory();
  configure(directory, [providerOf(server)]);
  const h = await Harness.open({ workers: 1, pause: impatient().pause }, directory);
  const recorder = new Recorder(h);
  const run = await runToRest(h, repository, { request: "Make a file." });
  assert.equal(run.status, "waiting", run.statusDetail);
  const lost = { callId: "lost", provider: "local", model: "test-model", purpose: "work", attempt: 1 };
  record(contextFor(h.service, "system"), runStream, run.id, [
    { type: "model.called", data: { ...lost, estimatedInputTokens: 1, worstCaseUsd: 0.5 } },
  ], { runId: run.id });
  await h.store.durable();
  await recorder[Symbol.asyncDispose]();
  const open = recorder.seen.at(-1)!;
  await h.close();

  await using again = await Harness.open({}, directory);
  const now = await again.operator("GET /runs/:id", { params: { id: run.id } });
  const costs = new Set(recorder.seen.map(({ answer }) => answer.routing?.actual.costUsd));
  assert.ok(costs.size > 2, "they became more");
  assert.equal(open.answer.routing!.actual.openCalls, 1);
  assert.equal(now.routing!.actual.lostCalls, 1, "nobody waits for its answer any more");
  await using later = new Recorder(again);
  later.seen.push(...recorder.seen, { id: run.id, at: again.store.head, answer: now });
  assert.equal(await later.compare(), recorder.seen.length + 1);
});

Deno.test("GET /runs/:id?at= says the same of a run with more events than are folded in one turn", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  await using recorder = new Recorder(h);
  const context = { actor: "coordinator" as const, at: new Date().toISOString(), runId: run.id };
  for (let round = 0; round < 6; round++) {
    const events = Array.from({ length: 499 }, (_, i) => ({
      type: "run.reported" as const,
      data: { id: `report_${i}`, summary: `report ${i} of round ${round}`, kind: "status" as const },
    }));
    await h.store.commit(() => h.store.append(runStream, run.id, events, context));
    await recorder.caughtUp();
  }
  assert.equal(await recorder.compare(), 6);
  assert.equal(recorder.seen.at(-1)!.answer.traces.total, 2 + 6 * 499);
});

Deno.test("GET /runs/:id?at= refuses an entry before the run and one after the log, and names those that there are", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const before = await runToRest(h, repository, { request: 'create a.md with "x"' });
  const first = h.store.head + 1;
  const run = await runToRest(h, repository, { request: 'create b.md with "x"' });
  await approvePending(h, before);
  const last = h.store.head;
  const at = (sequence: unknown, token?: string) =>
    h.json("GET", `/runs/${run.id}?at=${sequence}`, undefined, token);
  for (const wrong of [-1, 0, first - 1, last + 1, 10 ** 15]) {
    const { status, body } = await at(wrong);
    assert.equal(status, 400, body.error);
    assert.equal(
      body.error,
      `The run #2 can be shown as it was after the entries ${first} to ${last} of the log, not after ${wrong}.`,
    );
  }
  for (const wrong of ["soon", "1.5", ""]) assert.equal((await at(wrong)).status, 400, wrong);
  assert.equal((await h.json("GET", `/runs/nowhere?at=${first}`)).status, 404);

  const created = await at(first);
  assert.deepEqual([created.body.status, created.body.tasks, created.body.number], ["queued", [], 2]);
  assert.deepEqual(created.body.traces.items.map(({ type }: { type: string }) => type), ["run.created"]);
  const { absent, ...between } = (await at(last)).body;
  const { nextMove, placement: _, ...now } = await h.operator("GET /runs/:id", { params: { id: run.id } });
  assert.deepEqual(between, now, "the newest entry is about another run");
  assert.ok(nextMove && absent.includes("nextMove"));
  assert.deepEqual(await at(first, AGENT), { ...created, headers: (await at(first, AGENT)).headers });
  assert.equal((await h.send(`/runs/${run.id}?at=${first}`, {}, null)).status, 401);
});

Deno.test("a run that was deleted has no moments any more, and neither has what it stored", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'create secret-name.md with "x"' });
  const at = h.store.head;
  await h.operator("POST /runs/:id/cancel", { params: { id: run.id } });
  assert.equal((await h.json("GET", `/runs/${run.id}?at=${at}`)).status, 200);
  await h.operator("POST /runs/:id/delete", { params: { id: run.id } });
  for (const moment of [at, h.store.head]) {
    const { status, body } = await h.json("GET", `/runs/${run.id}?at=${moment}`);
    assert.equal(status, 404);
    assert.doesNotMatch(JSON.stringify(body), /secret-name/);
  }
});
