import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import type { Question } from "../models/server/question.ts";
import { EDIT, ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { askingWorker } from "./asking_worker.ts";
import { raceBesideRuns } from "./race_load.ts";
import { AT_THE_END, AT_THE_TOP, begin, contender, FILES, raceOf } from "./race_world.ts";
import { approvePending } from "./scenario.ts";

const ASKS = {
  id: "task_1",
  title: "Ask",
  instructions: "ask asked.txt",
  dependsOn: [],
  commands: [],
};

/** Edits the file once in each session. */
const answer = (question: Question) => works(...(question.results.length > 0 ? [] : [EDIT]))(question);

const pick = (h: Harness, id: string, ...parts: { contender: number; hunks?: string[] }[]) =>
  h.operator("POST /runs/:id/pick", { params: { id }, body: { parts } });

/** The ids of the hunks of a contender's change of a file. */
async function hunksOf(h: Harness, id: string, number: number, path: string): Promise<string[]> {
  const { contenders } = await raceOf(h, id);
  const { content } = await h.operator("GET /runs/:id/artifact", {
    params: { id },
    query: { path: contenders[number - 1]!.manifestPath! },
  });
  const { files } = JSON.parse(content!);
  return files.find((file: { path: string }) => file.path === path).hunks.map(({ id }: { id: string }) => id);
}

Deno.test("race: each contender works for itself, and the result that a person picks is reviewed and applied", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({
    workers: 3,
    availableWorkers: [
      contender("good", AT_THE_TOP),
      contender("lazy", AT_THE_END),
      contender("broken", "fails"),
    ],
  });
  const { id } = await begin(h, repository, ["good", "lazy", "broken"]);
  const over = await h.settled(id);
  assert.deepEqual([over.status, over.waitingFor?.kind, over.nextMove?.owner], ["waiting", "input", "human"]);
  assert.deepEqual(over.approvals, []);
  const race = await raceOf(h, id);
  assert.deepEqual(
    race.contenders.map(({ state, outcome, turnsGreen, files }) => [state, outcome, turnsGreen, files]),
    [
      ["finished", "passed", true, 2],
      ["finished", "failed", false, 2],
      ["out", null, false, null],
    ],
  );
  assert.match(race.contenders[2]!.detail!, /The tool broke/);
  assert.deepEqual([race.common, race.disputed, race.picked], [[], ["a.txt"], null]);

  await assert.rejects(pick(h, id, { contender: 3 }), /cannot be picked.*The tool broke/);
  await assert.rejects(pick(h, id, { contender: 4 }), /has no contender 4. It has 1 to 3/);
  await pick(h, id, { contender: 1 });
  const shown = await h.settled(id);
  const approval = pendingOf(shown);
  assert.equal(shown.evaluation?.outcome, "passed");
  assert.deepEqual((await raceOf(h, id)).contenders.map(({ picked }) => picked), [true, false, false]);
  const done = await approvePending(h, shown);
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(repository.read("good.txt"), "good\n");
  assert.equal(repository.exists("lazy.txt"), false);
  assert.equal(done.approvals.find((each) => each.id === approval.id)!.status, "approved");
  await assert.rejects(pick(h, id, { contender: 2 }), /it is completed|was approved/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("race: changes of two contenders are combined, verified as that, and shown; those of the same lines are not", async () => {
  using repository = TestRepository.make(FILES);
  const clash = { "a.txt": FILES["a.txt"].replace("one", "1") };
  await using h = await harness({
    workers: 3,
    availableWorkers: [contender("top", AT_THE_TOP), contender("end", AT_THE_END), contender("clash", clash)],
  });
  const { id } = await begin(h, repository, ["top", "end", "clash"]);
  await h.settled(id);
  await assert.rejects(
    pick(h, id, { contender: 1 }, { contender: 3 }),
    /Contenders 1 and 3 change the same lines of a.txt/,
  );
  const hunks = await hunksOf(h, id, 2, "a.txt");
  await assert.rejects(pick(h, id, { contender: 1, hunks: ["no"] }), /There is no hunk "no"/);
  await pick(h, id, { contender: 1 }, { contender: 2, hunks });
  const shown = await h.settled(id);
  assert.deepEqual([shown.evaluation?.outcome, shown.bundle?.files], ["passed", 2]);
  assert.match(pendingOf(shown).summary, /put together from the results of 2 of 3 contenders/);
  await approvePending(h, shown);
  assert.match(repository.read("a.txt"), /^ONE\n[\s\S]*\nNINE\n$/);
  assert.deepEqual([repository.exists("good.txt"), repository.exists("lazy.txt")], [true, false]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("race: the first that passes is picked where that was requested, and the others are stopped", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({
    workers: 3,
    availableWorkers: [
      contender("hangs", "hangs"),
      contender("lazy", AT_THE_END),
      contender("good", AT_THE_TOP),
    ],
  });
  const { id } = await begin(h, repository, ["hangs", "lazy", "good"], { pick: "first-green" });
  const shown = await h.settled(id);
  const approval = pendingOf(shown);
  const race = await raceOf(h, id);
  assert.match(race.over!, /Contender 3 was the first whose result passed/);
  assert.deepEqual(race.contenders.map(({ picked }) => picked), [false, false, true]);
  assert.equal(race.contenders[0]!.state, "out");
  assert.match(race.contenders[0]!.detail!, /Contender 3 passed first/);
  assert.equal(approval.policyClass, "repo-write");
  const { work } = await h.operator("GET /approvals/:id", { params: { id: approval.id } });
  assert.equal(work.length, 1, "the work of the others is not its work");
  assert.match(approval.summary, /the first of 3 contenders to pass, which need not be the best/);
  assert.equal(race.pickedBy, "coordinator");
  assert.equal(repository.exists("good.txt"), false, "a human's yes is still needed");
  await approvePending(h, shown);
  assert.equal(repository.read("good.txt"), "good\n");
});

Deno.test("race: a pick is undone, and made again, until it is approved; a picked result can be reworked", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({
    workers: 2,
    availableWorkers: [contender("top", AT_THE_TOP), contender("end", AT_THE_END)],
  });
  const { id } = await begin(h, repository, ["top", "end"]);
  await h.settled(id);
  await pick(h, id, { contender: 2 });
  const first = pendingOf(await h.settled(id));
  await h.operator("POST /runs/:id/unpick", { params: { id } });
  const undone = await h.settled(id);
  assert.deepEqual([undone.status, undone.waitingFor?.kind, undone.evaluation], [
    "waiting",
    "input",
    undefined,
  ]);
  assert.equal(undone.approvals.find((each) => each.id === first.id)!.status, "superseded");
  await assert.rejects(
    h.operator("POST /approvals/:id/approve", { params: { id: first.id }, body: { actorType: "human" } }),
    /superseded/,
  );
  await pick(h, id, { contender: 1 });
  await pick(h, id, { contender: 2 });
  const shown = await h.settled(id);
  assert.equal(shown.approvals.filter(({ status }) => status === "pending").length, 1);
  assert.equal(shown.evaluation?.outcome, "failed");
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(shown).id },
    body: { actorType: "human", disposition: "rework", reviewerNote: "Again" },
  });
  const again = await h.settled(id);
  const reworked = again.tasks.at(-1)!;
  assert.equal(reworked.provider, "end", "the picked one does the rework");
  assert.ok(pendingOf(again));
  await pick(h, id, { contender: 1 });
  const other = await h.settled(id);
  const files = await h.operator("GET /approvals/:id", { params: { id: pendingOf(other).id } });
  assert.ok(
    !JSON.stringify(files.approval.evidence).includes("lazy.txt"),
    "the rework of the earlier pick is gone",
  );
  repository.commit({ "new.txt": "new\n" });
  await h.operator("POST /runs/:id/rebase", { params: { id } });
  await h.settled(id);
  await assert.rejects(pick(h, id, { contender: 2 }), /moved to another commit than the race began from/);
  await assert.rejects(h.operator("POST /runs/:id/unpick", { params: { id } }), /moved to another commit/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("race: a result is picked while others are at work, which are stopped", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({
    workers: 2,
    availableWorkers: [contender("top", AT_THE_TOP), contender("hangs", "hangs")],
  });
  const { id } = await begin(h, repository, ["top", "hangs"]);
  await h.until(id, (run) => run.traces.items.some(({ type }) => type === "run.bundled"));
  assert.deepEqual((await raceOf(h, id)).contenders.map(({ state }) => state), ["finished", "working"]);
  const { progress } = await h.operator("GET /runs/:id/workspace", { params: { id } });
  assert.deepEqual(progress.steps.map(({ status }) => status), ["done", "active", "todo", "todo"]);
  await assert.rejects(pick(h, id, { contender: 2 }), /It is still at work/);
  await pick(h, id, { contender: 1 });
  const shown = await h.settled(id);
  assert.equal(shown.tasks.find(({ provider }) => provider === "hangs")!.status, "cancelled");
  await approvePending(h, shown);
  assert.equal(repository.read("good.txt"), "good\n");
});

Deno.test("race: one budget holds for all together, and a contender that would exceed it is out", async () => {
  await using world = await ModelWorld.open(planning(answer), { workers: 1 });
  const local = { worker: { provider: "local" } };
  const start = async (maxCostUsd: number) => {
    const { id } = await world.h.operator("POST /coordinator/runs", {
      body: {
        request: "Answer the greeting.",
        repoPath: world.repository.root,
        race: { contenders: [local, { ...local, profile: "worker" }], maxCostUsd },
      },
    });
    return { ended: await world.h.settled(id), race: () => raceOf(world.h, id) };
  };
  const enough = await start(5);
  const { contenders, maxCostUsd, common } = await enough.race();
  assert.deepEqual(contenders.map(({ state, outcome }) => [state, outcome]), [
    ["finished", "not_verified"],
    ["finished", "not_verified"],
  ]);
  assert.equal(maxCostUsd, 5);
  assert.deepEqual(contenders.map(({ profile }) => profile), [null, "worker"]);
  assert.deepEqual(common, ["a.txt"]);
  for (const { costUsd, workMilliseconds } of contenders) assert.ok(costUsd! > 0 && workMilliseconds > 0);
  const little = await start(0.000_01);
  assert.equal(little.ended.statusReason, "budget_exceeded");
});

Deno.test("race: a question of one contender waits for a human, while the others go on", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({
    workers: 2,
    availableWorkers: [contender("good", AT_THE_TOP), { ...askingWorker(), plan: () => ({ tasks: [ASKS] }) }],
  });
  await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial: "everything" } });
  const { id } = await begin(h, repository, ["good", "asking"]);
  const asked = await h.until(
    id,
    ({ traces, status }) => status === "waiting" && traces.items.some(({ type }) => type === "run.bundled"),
  );
  const { contenders } = await raceOf(h, id);
  assert.deepEqual(contenders.map(({ state, questions }) => [state, questions]), [["finished", 0], [
    "waiting",
    1,
  ]]);
  assert.ok(contenders[1]!.detail);
  await h.operator("POST /approvals/:id/approve", {
    params: { id: pendingOf(asked).id },
    body: { actorType: "human" },
  });
  await h.until(id, ({ waitingFor }) => waitingFor?.kind === "input");
  assert.deepEqual((await raceOf(h, id)).contenders.map(({ state }) => state), ["finished", "finished"]);
  const { tasks } = await h.operator("GET /runs/:id", { params: { id } });
  const task = tasks.find(({ provider }) => provider === "good")!;
  await assert.rejects(
    h.operator("POST /runs/:id/task-cards/:taskId/retry", { params: { id, taskId: task.taskId }, body: {} }),
    /belongs to contender 1, which is out of the race or was not picked/,
  );
});

Deno.test("race: runs beside races start in their order, and wait for nothing that was asked for later", async () => {
  await raceBesideRuns(2, () => {});
});
