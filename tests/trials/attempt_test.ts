import assert from "node:assert/strict";
import { approvalStream } from "../../store/approvals/stream.ts";
import { sandboxTest } from "../sandbox.ts";
import { answer, answering, begun, found, past, program, rested, trialHarness, tried } from "./past.ts";

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

sandboxTest(
  "workers attempt cases in clones that end at the base; nothing is applied, and a difference in the noise is called so",
  async () => {
    using repository = past(NUMBERS.slice(0, 3).map(answer));
    const before = repository.git("status", "--porcelain") + repository.git("rev-parse", "HEAD");
    await using h = await trialHarness([answering("weak", "1"), answering("strong", "1|2|3")]);
    const trial = await tried(h, repository, ["weak/program", "strong/program"]);
    assert.equal(trial.status, "completed", trial.statusDetail);
    const [weak, strong] = trial.result.workers;
    assert.deepEqual([weak!.solved, weak!.n, weak!.left, strong!.solved, strong!.n], [1, 3, 0, 3, 3]);
    assert.equal(weak!.costUsd, 0);
    const [pair] = trial.result.pairs;
    assert.deepEqual([pair!.verdict, pair!.onlyFirst.length, pair!.onlySecond.length, pair!.both], [
      "noise",
      0,
      2,
      1,
    ]);
    assert.match(pair!.sentence, /inside the noise/);
    assert.deepEqual(trial.result.groups.map(({ by, name }) => `${by} ${name}`).slice(0, 1), [
      "kind feature",
    ]);
    assert.equal(repository.git("status", "--porcelain") + repository.git("rev-parse", "HEAD"), before);
    for (const { runId, caseId } of trial.attempts) {
      const run = await h.operator("GET /runs/:id", { params: { id: runId } });
      assert.deepEqual([run.trial, run.approvalId], [{ trialId: trial.id, caseId }, undefined]);
    }
    const runs = await h.operator("GET /runs", {});
    assert.deepEqual(runs, [], "attempts are archived");
    assert.deepEqual(
      (await h.operator("GET /notifications", {})).items,
      [],
      "nobody is told of each attempt",
    );
    assert.deepEqual(
      h.store.documents.find(approvalStream, {}, { limit: 10 }),
      [],
      "nobody could have approved one",
    );
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

sandboxTest(
  "a worker that is better than chance explains is proposed as the default, and a human's yes makes it so",
  async () => {
    using repository = past(NUMBERS.map(answer));
    await using h = await trialHarness([answering("weak", "none"), answering("strong", "*")]);
    const trial = await tried(h, repository, ["weak/program", "strong/program"], { cases: 8 });
    const [pair] = trial.result.pairs;
    assert.deepEqual([pair!.verdict, pair!.p! < 0.01], ["second", true], pair!.sentence);
    const ids = { params: { id: trial.id } };
    await assert.rejects(
      h.operator("POST /trials/:id/propose", { ...ids, body: { worker: "weak/program" } }),
      /does not speak for weak\/program/,
    );
    const change = await h.operator("POST /trials/:id/propose", {
      ...ids,
      body: { worker: "strong/program" },
    });
    assert.equal((await h.operator("GET /trials/:id", ids)).changeId, change.id);
    const none = await h.operator("GET /repositories/defaults", { query: { repoPath: repository.root } });
    assert.equal(none.items.find(({ id }) => id === "worker")!.value, null);
    await h.operator("POST /approvals/:id/approve", {
      params: { id: change.approvalId },
      body: { actorType: "human", reviewedEvidence: true, reviewedHashes: true, reviewedPolicyClass: true },
    });
    const set = await h.operator("GET /repositories/defaults", { query: { repoPath: repository.root } });
    assert.equal(set.items.find(({ id }) => id === "worker")!.value, "strong/program");
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

sandboxTest("attempts that fail are in no chart, and nothing is to be remembered of them", async () => {
  using repository = past([answer(1)]);
  await using h = await trialHarness([program("broken", "exit 3")]);
  const trial = await tried(h, repository, ["broken/program"]);
  assert.deepEqual(trial.attempts.map(({ end }) => end!.outcome), ["unsolved"]);
  const { days: [day], workers, repositories } = await h.operator("GET /trends", { query: { days: 1 } });
  assert.deepEqual([day!.failed, day!.waits, workers, repositories], [0, 0, [], []]);
  assert.deepEqual(await h.operator("POST /dashboard/calendar/events", { body: { include: ["runs"] } }), []);
  const { extracted, summary } = await h.operator("POST /memory/maintenance", {});
  assert.deepEqual([extracted, summary.failures], [[], 0]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

sandboxTest("nobody but a human starts a trial, and only with the plan that was shown", async () => {
  using repository = past([answer(1)]);
  await using h = await trialHarness([answering("strong", "*")]);
  const { id } = await found(h, repository);
  const workers = ["strong/program"];
  const plan = await h.operator("POST /trials/:id/plan", { params: { id }, body: { workers } });
  assert.deepEqual([plan.attempts, plan.leaves[0]!.what], [1, "Nothing leaves this machine."]);
  const body = { asked: { workers }, sha256: plan.sha256 };
  await assert.rejects(h.agent("POST /trials/:id/start", { params: { id }, body }), /only a human/);
  await assert.rejects(h.agent("POST /trials", { body: { repoPath: repository.root } }), /only a human/);
  await assert.rejects(
    h.operator("POST /trials/:id/start", {
      params: { id },
      body: { ...body, asked: { workers, attemptMinutes: 5 } },
    }),
    /has changed since it was shown/,
  );
  assert.equal((await rested(h, id)).status, "ready");
  await h.operator("POST /trials/:id/start", { params: { id }, body });
  assert.equal((await rested(h, id)).status, "completed");
  await assert.rejects(begun(h, id, workers), /is completed/);
});
