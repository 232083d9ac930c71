import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { CHECK } from "./fix_world.ts";
import { contender, improving } from "./race_world.ts";
import { approvePending } from "./scenario.ts";

/** Enough for a first attempt of two contenders, and for a fix round or two. */
const BUDGET = 0.0105;

const begin = (h: Harness, repository: TestRepository, providers: string[], more = {}) =>
  h.operator("POST /coordinator/runs", {
    body: {
      request: "Count to three",
      repoPath: repository.root,
      verifier: CHECK,
      race: { contenders: providers.map((provider) => ({ worker: { provider } })) },
      ...more,
    },
  });

const raceOf = (h: Harness, id: string) => h.operator("GET /runs/:id/race", { params: { id } });

Deno.test("race: a contender whose verifier fails gets its output back, as often as a run does", async () => {
  using repository = TestRepository.make();
  const told: string[] = [];
  await using h = await harness({
    workers: 2,
    availableWorkers: [
      improving("slow", ["one\n", "one two\n", "one two three\n"], told),
      improving("stuck", ["one\n", "one two\n", "nothing\n", "never\n"]),
    ],
  });
  const { id } = await begin(h, repository, ["slow", "stuck"]);
  const over = await h.settled(id);
  const { contenders } = await raceOf(h, id);
  assert.deepEqual(contenders.map(({ state, outcome, fixRounds }) => [state, outcome, fixRounds]), [
    ["finished", "passed", 2],
    ["finished", "failed", 2],
  ]);
  assert.match(told[1]!, /not ok 1 - two\nnot ok 1 - three/);
  assert.match(told[2]!, /failed on your work[^]*not ok 1 - three/);
  assert.match(contenders[1]!.detail!, /The verifier still fails after 2 fix rounds/);
  // Each keeps its attempts; of one that never passes, the best one is its result.
  assert.deepEqual(
    over.attempts.map(({ contender, outcome, failures }) => [contender, outcome, failures.length]),
    [
      [1, "failed", 2],
      [2, "failed", 2],
      [1, "failed", 1],
      [2, "failed", 1],
      [1, "passed", 0],
      [2, "failed", 3],
    ],
  );
  assert.equal(contenders[1]!.patchPath, over.attempts[3]!.patchPath);
  assert.deepEqual(
    over.tasks.filter(({ role }) => role === "fixer").map(({ title }) => title).toSorted(),
    [2, 2, 3, 3].map((round) => `Fix what the verifier found, round ${round}`),
  );
  await h.operator("POST /runs/:id/pick", { params: { id }, body: { parts: [{ contender: 2 }] } });
  const best = await h.settled(id);
  assert.equal(best.evaluation?.failures?.length, 1);
  await h.operator("POST /runs/:id/pick", { params: { id }, body: { parts: [{ contender: 1 }] } });
  const shown = await h.settled(id);
  assert.deepEqual(shown.attempts.filter(({ current }) => current).map(({ contender }) => contender), [1]);
  await approvePending(h, shown);
  assert.equal(repository.read("a.txt"), "one two three\n");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("race: with fix 0 nothing is handed back; the first that passes may be one that was corrected", async () => {
  using repository = TestRepository.make();
  await using h = await harness({
    workers: 2,
    availableWorkers: [
      improving("slow", ["one\n", "one two three\n"]),
      improving("stuck", ["one\n"]),
    ],
  });
  const none = await begin(h, repository, ["slow", "stuck"], { fix: 0 });
  assert.deepEqual((await h.settled(none.id)).attempts.map(({ contender }) => contender), [1, 2]);
  const { contenders } = await raceOf(h, none.id);
  assert.match(contenders[0]!.detail!, /No fix rounds were requested/);

  const race = {
    contenders: ["stuck", "slow"].map((provider) => ({ worker: { provider } })),
    pick: "first-green",
  };
  const { id } = await begin(h, repository, [], { race });
  const first = await h.settled(id);
  assert.equal(first.evaluation?.outcome, "passed");
  const ended = (await raceOf(h, id)).contenders;
  // The other is stopped in its fix round, and keeps what it had.
  assert.deepEqual(ended.map(({ state, outcome, picked }) => [state, outcome, picked]), [
    ["finished", "failed", false],
    ["finished", "passed", true],
  ]);
  assert.match(ended[0]!.detail!, /Contender 2 passed first/);
  assert.ok(pendingOf(first));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("race: POST /runs/:id/stop-fixing keeps the best attempt of each contender in a fix round; others go on", async () => {
  using repository = TestRepository.make();
  const stuck = Promise.withResolvers<void>();
  const worker = improving("stuck", ["one\n"]);
  await using h = await harness({
    workers: 2,
    availableWorkers: [
      {
        ...worker,
        perform: (task) => {
          if (task.guidanceIds.length > 0) stuck.resolve();
          return worker.perform(task);
        },
      },
      contender("hangs", "hangs"),
    ],
  });
  const { id } = await begin(h, repository, ["stuck", "hangs"]);
  await stuck.promise;
  await h.operator("POST /runs/:id/stop-fixing", { params: { id } });
  await h.until(
    id,
    ({ tasks }) => tasks.every(({ role, status }) => role !== "fixer" || status === "cancelled"),
  );
  const { contenders } = await raceOf(h, id);
  assert.deepEqual(contenders.map(({ state, outcome }) => [state, outcome]), [
    ["finished", "failed"],
    ["working", null],
  ]);
  assert.match(contenders[0]!.detail!, /It was stopped manually/);
  const again = () => h.operator("POST /runs/:id/stop-fixing", { params: { id } });
  assert.deepEqual(await h.eventsOf(again), [], "it is stopped already");
  await h.operator("POST /runs/:id/pick", { params: { id }, body: { parts: [{ contender: 1 }] } });
  assert.equal(pendingOf(await h.settled(id)).risk, "high");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("race: POST /runs/:id/stop-fixing where no contender has been verified yet says that there is nothing to stop", async () => {
  using repository = TestRepository.make();
  await using h = await harness({
    workers: 2,
    availableWorkers: [contender("hangs", "hangs"), contender("waits", "hangs")],
  });
  const { id } = await begin(h, repository, ["hangs", "waits"]);
  await h.until(id, ({ status }) => status === "running");
  const { status, body } = await h.json("POST", `/runs/${id}/stop-fixing`);
  assert.deepEqual([status, body.error], [
    400,
    `No contender of the run ${id} is in a fix round, so there is nothing to stop.`,
  ]);
});

Deno.test("race: a fix round that would exceed the budget of all ends with the attempt before", async () => {
  // Each answer writes another file than the one before, and none is what the verifier wants.
  let count = 0;
  await using world = await ModelWorld.open(
    planning((question) =>
      works(
        ...(question.results.length > 0 ? [] : [{
          name: "create_file",
          input: { path: `n${count++}.txt`, content: "no" },
        }]),
      )(question)
    ),
    { workers: 1 },
  );
  const local = { worker: { provider: "local" } };
  const { h } = world;
  const { id } = await begin(h, world.repository, [], {
    race: { contenders: [local, local], maxCostUsd: BUDGET },
    fix: 5,
  });
  await h.settled(id);
  const { contenders } = await raceOf(h, id);
  const spent = contenders.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  assert.ok(spent <= BUDGET, `${spent}`);
  const through = contenders.filter(({ state }) => state === "finished");
  assert.ok(through.length > 0);
  for (const { outcome, fixRounds, detail } of through) {
    assert.equal(outcome, "failed");
    assert.ok(fixRounds < 5);
    assert.match(detail!, /produced nothing.*budget/is);
  }
  // One that came to its first call after the other had spent everything has no attempt to end with.
  for (const { state, detail } of contenders) if (state === "out") assert.match(detail!, /budget/i);
});
