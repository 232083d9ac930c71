import assert from "node:assert/strict";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { hangs } from "../models/server/reply.ts";
import { works } from "../models/workers/scenario.ts";
import { CHECK, edit, fixWorld } from "./fix_world.ts";
import { approvePending, runToRest } from "./scenario.ts";

const REQUEST = "Count to three.";

/** What each attempt of a run came to. */
const shown = ({ attempts }: RunDetails) =>
  attempts.map(({ round, outcome, failures, current }) => [round, outcome, failures.length, current]);

async function textOf(h: Harness, id: string, path: string): Promise<string> {
  const { content } = await h.operator("GET /runs/:id/artifact", { params: { id }, query: { path } });
  return content ?? "";
}

Deno.test("a verifier that fails twice and then passes: three attempts side by side, and the last is applied", async () => {
  await using world = await fixWorld(
    works(edit("hello", "one")),
    works(edit("one", "one two")),
    works(edit("one two", "one two three")),
  );
  const { h, repository } = world;
  const run = await world.run(REQUEST, { verifier: CHECK });
  assert.equal(run.status, "waiting", run.statusDetail);
  assert.deepEqual(shown(run), [[1, "failed", 2, false], [2, "failed", 1, false], [3, "passed", 0, true]]);
  assert.equal(new Set(run.attempts.map(({ patchSha256 }) => patchSha256)).size, 3);
  assert.match(await textOf(h, run.id, run.attempts[0]!.patchPath!), /^\+one$/m);
  assert.equal(
    await textOf(h, run.id, run.attempts[0]!.outputPath!),
    "not ok 1 - two\nnot ok 1 - three\n",
  );
  assert.match(await textOf(h, run.id, run.attempts[1]!.patchPath!), /^\+one two$/m);
  const approval = pendingOf(run);
  assert.equal(run.evaluation!.base, "failed");
  assert.match(approval.reasons[0]!, /failed before the change and passes now/);
  assert.deepEqual([approval.risk, approval.recommendedAction], ["low", "approve"]);
  // The worker was told what the verifier printed, and nothing else made it go on.
  const told = world.server.questions.map(({ said }) => said[0]!).filter((text) => text.includes("not ok 1"));
  assert.ok(told.some((text) => text.includes("not ok 1 - two\nnot ok 1 - three")));
  assert.equal(world.events(run.id, "run.fix_requested").length, 2);
  const ended = await approvePending(h, run);
  assert.equal(ended.status, "completed");
  assert.equal(repository.read("a.txt"), "one two three\n");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a verifier that never passes: the best attempt is in a red review, which can be sent back with the output, and approved", async () => {
  await using world = await fixWorld(
    works(edit("hello", "one")),
    works(edit("one", "one two")),
    works(edit("one two", "nothing")),
    works(edit("one two", "one two three")),
  );
  const { h, repository } = world;
  const run = await world.run(REQUEST, { verifier: CHECK });
  assert.deepEqual(shown(run), [[1, "failed", 2, false], [2, "failed", 1, true], [3, "failed", 3, false]]);
  const approval = pendingOf(run);
  assert.deepEqual([approval.risk, approval.round], ["high", 2]);
  assert.match(approval.title, /\(the verifier failed\)$/);
  assert.match(
    run.evaluation!.detail,
    /failed before the change too, and there are no new failures/,
  );
  const review = await h.operator("GET /approvals/:id", { params: { id: approval.id } });
  assert.equal(review.evaluation?.round, 2);
  assert.match(await textOf(h, run.id, approval.evidence[0]!.path), /^\+one two$/m);

  await h.operator("POST /approvals/:id/reject", {
    params: { id: approval.id },
    body: { actorType: "human", disposition: "rework", withOutput: true, reviewerNote: "Only one is left." },
  });
  const again = await h.settled(run.id);
  assert.equal(again.evaluation?.outcome, "passed", again.evaluation?.detail);
  const told = world.server.questions.at(-1)!.said[0]!;
  assert.match(told, /Only one is left\.[^]*not ok 1 - three/);
  await approvePending(h, again);
  assert.equal(repository.read("a.txt"), "one two three\n");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a fix round that comes to the same files, and one whose worker fails, end the loop with the attempt before", async () => {
  await using same = await fixWorld(works(edit("hello", "one")), works());
  const run = await same.run(REQUEST, { verifier: CHECK });
  assert.deepEqual(shown(run).map(([round, , , current]) => [round, current]), [[1, false], [2, true]]);
  assert.match(run.fixing!.ended!.detail, /same files as round 1/);

  await using failing = await fixWorld(works(edit("hello", "one")), () => ({
    kind: "status",
    status: 400,
    message: "no",
    code: "bad_request",
    headers: {},
  }));
  const other = await failing.run(REQUEST, { verifier: CHECK });
  assert.equal(other.status, "waiting", other.statusDetail);
  assert.deepEqual(shown(other), [[1, "failed", 2, true]]);
  assert.match(other.fixing!.ended!.detail, /Round 2 produced nothing/);
  const ended = await approvePending(failing.h, other);
  assert.equal(ended.status, "completed");
  assert.deepEqual(failing.h.rebuildDifferences(), []);
});

Deno.test("fix 0 hands nothing back, and neither does a recipe, which would repeat the same work", async () => {
  await using world = await fixWorld(works(edit("hello", "one")));
  const run = await world.run(REQUEST, { verifier: CHECK, fix: 0 });
  assert.equal(run.attempts.length, 1);
  assert.equal(pendingOf(run).risk, "high");

  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const recipe = await runToRest(h, repository, {
    request: 'create b.txt with "b"',
    verifier: CHECK,
    fix: 3,
  });
  assert.equal(recipe.attempts.length, 1);
  assert.match(recipe.fixing!.ended!.detail, /would repeat the same work/);
  const refused = await h.json("POST", `/approvals/${pendingOf(recipe).id}/reject`, {
    actorType: "human",
    disposition: "rework",
    withOutput: true,
  });
  assert.equal(refused.status, 400);
  assert.match(refused.body.error, /recipe worker would repeat the same work/);
});

Deno.test("POST /runs/:id/stop-fixing ends the round and shows the best attempt; twice is the same as once", async () => {
  const stuck = Promise.withResolvers<void>();
  await using world = await fixWorld(works(edit("hello", "one")), () => {
    stuck.resolve();
    return hangs("first_token");
  });
  const { h } = world;
  const { id } = await world.create(REQUEST, { verifier: CHECK });
  await stuck.promise;
  const params = { id };
  await h.operator("POST /runs/:id/stop-fixing", { params });
  const run = await h.settled(id);
  assert.deepEqual(shown(run), [[1, "failed", 2, true]]);
  assert.deepEqual(run.tasks.map(({ role, status }) => [role, status]), [["worker", "completed"], [
    "fixer",
    "cancelled",
  ]]);
  const approvals = run.approvals.length;
  await h.operator("POST /runs/:id/stop-fixing", { params });
  assert.equal((await h.settled(id)).approvals.length, approvals);
  const ended = await approvePending(h, run);
  assert.equal(ended.status, "completed");
  const events = await h.eventsOf(() => h.operator("POST /runs/:id/stop-fixing", { params }));
  assert.deepEqual(events, [], "it is reached already");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /runs/:id/verify judges the same patch by another command, in a separate checkpoint", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, {
    request: 'create b.txt with "b"',
    verifier: { command: "test -f typo.txt" },
  });
  const first = pendingOf(run);
  const params = { id: run.id };
  const blocked = await h.json("POST", `/runs/${run.id}/verify`, { command: "ssh root@192.0.2.1 reboot" });
  assert.equal(blocked.status, 400);
  assert.equal(pendingOf(await h.settled(run.id)).id, first.id, "bad input changes nothing");
  await h.operator("POST /runs/:id/verify", { params, body: { command: "test -f b.txt" } });
  const again = await h.settled(run.id);
  const second = pendingOf(again);
  assert.equal(again.evaluation?.outcome, "passed");
  assert.equal(again.verifier?.command, "test -f b.txt");
  assert.deepEqual(shown(again), [[1, "failed", 0, false], [2, "passed", 0, true]]);
  assert.equal(again.attempts[0]!.patchSha256, again.attempts[1]!.patchSha256);
  assert.equal(again.approvals.find(({ id }) => id === first.id)?.status, "superseded");
  await h.operator("POST /approvals/:id/approve", { params: { id: second.id }, body: REVIEWED });
  assert.equal((await h.settled(run.id)).status, "completed");
  assert.equal((await h.json("POST", `/runs/${run.id}/verify`, { command: "true" })).status, 400);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the agent token may not verify again, stop, or send back, and its verifier still waits for a human first", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  await approvePending(h, await runToRest(h, repository, { request: 'create a.md with "a"' }));
  const asked = { request: 'create b.txt with "b"', verifier: { command: "test -f x" }, fix: 5 };
  const waiting = await runToRest(h, repository, asked, "agent");
  assert.equal(pendingOf(waiting).policyClass, "command");
  assert.equal(waiting.baseCheck, undefined, "nothing of it was executed, on the base neither");
  const red = await approvePending(h, waiting);
  const approval = pendingOf(red);
  assert.equal(approval.policyClass, "repo-write");
  for (
    const [path, body] of [
      [`/runs/${red.id}/verify`, { command: "true" }],
      [`/runs/${red.id}/stop-fixing`, {}],
      [`/approvals/${approval.id}/reject`, { actorType: "human", disposition: "rework", withOutput: true }],
    ] as const
  ) {
    assert.equal((await h.json("POST", path, body, "agent-token")).status, 403, path);
  }
  assert.equal(pendingOf(await h.settled(red.id)).id, approval.id);
  // What a human had verified is no longer the agent's, and nothing else of the run changes hands.
  await h.operator("POST /runs/:id/verify", { params: { id: red.id }, body: { command: "test -f b.txt" } });
  assert.equal((await h.settled(red.id)).evaluation?.outcome, "passed");
  const retried = await h.agent("POST /runs/:id/retry", { params: { id: red.id }, body: {} });
  assert.deepEqual(pendingOf(await h.settled(retried.id)).commands, ["test -f b.txt"]);
});
